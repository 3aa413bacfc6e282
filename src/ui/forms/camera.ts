/*
 * Looks for a QR code in what the camera sees. Frames stay in the page's memory until the next one, and the
 * camera is off as soon as a code was read, the page is left or hidden, or whoever asked is gone.
 */

/** More is in no code that Keystamp asks for; a QR code can hold 7,089 digits. */
const MAX_TEXT = 1000;
/** Between two frames, in milliseconds: a hand moves slower. */
const PAUSE_MS = 150;

/** Why there is no picture: not allowed, no camera, in use elsewhere. */
export type CameraFault = 'refused' | 'missing' | 'busy';
/** What a camera has to tell; after a text, a fault or `left` it is off. */
export type CameraNews =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'several' | 'long' | 'left' }
  | { readonly kind: 'fault'; readonly fault: CameraFault };

/**
 * What readings of frames come to. One reading may be of any code in the picture: a text counts once two in
 * a row agree, and if they don't, there are several codes.
 */
export function createSteadyReader(): (text: string) => 'once' | 'several' | 'long' | 'steady' {
  let last: string | undefined;
  return (text) => {
    const before = last;
    last = text;
    if (text.length > MAX_TEXT) return 'long';
    if (before === undefined) return 'once';
    return before === text ? 'steady' : 'several';
  };
}

/** What a refusal of `getUserMedia` means (Media Capture and Streams, 10.2). */
export function cameraFaultOf(cause: unknown): CameraFault {
  const name = cause instanceof DOMException ? cause.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'missing';
}

async function openCamera(): Promise<MediaStream> {
  // A browser without one, or a page that may not have it, has no such member.
  const { mediaDevices } = navigator as { readonly mediaDevices?: MediaDevices };
  if (!mediaDevices) throw new DOMException('', 'NotFoundError');
  const video = { facingMode: 'environment', width: { ideal: 1280 } };
  return mediaDevices.getUserMedia({ video, audio: false });
}

/** Shows the camera's picture in `video` and reads it; the returned function turns it off. */
export function watchCamera(video: HTMLVideoElement, tell: (news: CameraNews) => void): () => void {
  let stream: MediaStream | undefined;
  const left = new AbortController();
  const stop = (): void => {
    left.abort();
    for (const track of stream?.getTracks() ?? []) track.stop();
    video.srcObject = null;
  };
  const end = (news: CameraNews): void => {
    if (left.signal.aborted) return;
    stop();
    tell(news);
  };
  const leave = () => end({ kind: 'left' });
  const { signal } = left;
  window.addEventListener('pagehide', leave, { signal });
  const isHidden = () => document.visibilityState === 'hidden';
  document.addEventListener('visibilitychange', () => isHidden() && leave(), { signal });

  async function run(): Promise<void> {
    const { readQrFrame } = await import('./qr-image.ts');
    stream = await openCamera();
    // Whoever asked may have gone while the browser asked the user.
    if (signal.aborted) return stop();
    // Only now: the browser's own question takes the focus.
    window.addEventListener('blur', leave, { signal });
    for (const track of stream.getTracks())
      track.addEventListener('ended', () => end({ kind: 'fault', fault: 'busy' }), { signal });
    video.srcObject = stream;
    await video.play();
    const weigh = createSteadyReader();
    while (!signal.aborted) {
      const text = await readQrFrame(video);
      if (signal.aborted) return;
      if (text !== undefined) {
        const found = weigh(text);
        if (found === 'steady') return end({ kind: 'text', text });
        if (found !== 'once') tell({ kind: found });
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
  run().catch((cause: unknown) => end({ kind: 'fault', fault: cameraFaultOf(cause) }));
  return stop;
}
