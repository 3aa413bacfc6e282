/** Whether a match pattern of the browser, such as `https://*.example/*`, covers an origin. */
function covers(pattern: string, { protocol, hostname }: URL): boolean {
  if (pattern === '<all_urls>') return true;
  const [, scheme = '', host = ''] = /^(\*|https?):\/\/([^/:]+)(?::\*)?\/\*$/.exec(pattern) ?? [];
  if (`${scheme}:` !== protocol && scheme !== '*') return false;
  if (host === '*' || host === hostname) return true;
  const domain = host.startsWith('*.') ? host.slice(2) : undefined;
  return domain !== undefined && (hostname === domain || hostname.endsWith(`.${domain}`));
}

/** Whether one of the patterns covers an origin. */
export function coversOrigin(patterns: readonly string[], origin: string): boolean {
  const url = URL.parse(origin);
  return url !== null && patterns.some((pattern) => covers(pattern, url));
}
