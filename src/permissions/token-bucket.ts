/** How many at once, and how many per second after that: less than one is a fraction. */
export type Rate = { readonly burst: number; readonly perSecond: number };

/** Counted in thousandths of a token: for whole rates, whole milliseconds give whole numbers. */
export type Bucket = { readonly level: number; readonly at: number };

export type TakeResult = {
  readonly bucket: Bucket;
  readonly allowed: boolean;
  /** Milliseconds until the next one is allowed. 0 if this one is. */
  readonly waitMs: number;
};

const TOKEN = 1000;
/** How many buckets to keep at once: more origins than anyone has open. */
export const MAX_BUCKETS = 500;

/** Takes one token. An undefined bucket is full. A clock that was set back refills nothing. */
export function take(bucket: Bucket | undefined, now: number, rate: Rate): TakeResult {
  const level = levelAt(bucket, now, rate);
  if (level >= TOKEN) {
    return { bucket: { level: level - TOKEN, at: now }, allowed: true, waitMs: 0 };
  }
  const waitMs = Math.ceil((TOKEN - level) / rate.perSecond);
  return { bucket: { level, at: now }, allowed: false, waitMs };
}

function levelAt(bucket: Bucket | undefined, now: number, { burst, perSecond }: Rate): number {
  const full = burst * TOKEN;
  if (!bucket) return full;
  return Math.min(full, bucket.level + Math.max(0, now - bucket.at) * perSecond);
}

/** One bucket per origin, in this worker's memory. */
export type Buckets = {
  readonly take: (origin: string) => Omit<TakeResult, 'bucket'>;
};

/** Forgets full buckets first, as they hold no information, then the least recently used ones. */
export function createBuckets({ now, ...rate }: Rate & { readonly now: () => number }): Buckets {
  /** Least recently used first. */
  const buckets = new Map<string, Bucket>();

  function evict(at: number): void {
    for (const [origin, bucket] of buckets) {
      if (levelAt(bucket, at, rate) >= rate.burst * TOKEN) buckets.delete(origin);
    }
    const oldest = buckets.keys().next();
    if (buckets.size >= MAX_BUCKETS && !oldest.done) buckets.delete(oldest.value);
  }

  return {
    take: (origin) => {
      const at = now();
      const { bucket, allowed, waitMs } = take(buckets.get(origin), at, rate);
      buckets.delete(origin);
      if (buckets.size >= MAX_BUCKETS) evict(at);
      buckets.set(origin, bucket);
      return { allowed, waitMs };
    },
  };
}
