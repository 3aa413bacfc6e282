// Memory for what was made of organizations' own texts: none of them can push out another's.

/** Values by owner and key, within one bound on what they weigh together. */
export type FairCache<V> = {
  readonly get: (owner: string, key: string) => V | undefined;
  readonly set: (owner: string, key: string, value: V, weight: number) => void;
};

type CacheEntry<V> = { readonly value: V; readonly weight: number };
type Owner<V> = {
  readonly name: string;
  readonly entries: Map<string, CacheEntry<V>>;
  weight: number;
};

/**
 * Keeps at most `maxWeight`. Beyond it the owner with the most loses what it hasn't used for longest:
 * whoever fills the memory pushes out what is theirs.
 */
export function createFairCache<V>(maxWeight: number): FairCache<V> {
  const owners = new Map<string, Owner<V>>();
  let total = 0;

  function remove(owner: Owner<V>, key: string): void {
    const weight = owner.entries.get(key)?.weight ?? 0;
    owner.entries.delete(key);
    owner.weight -= weight;
    total -= weight;
    if (owner.entries.size === 0) owners.delete(owner.name);
  }

  const heaviest = () =>
    [...owners.values()].reduce((one, other) => (other.weight > one.weight ? other : one));

  return {
    get: (name, key) => {
      const entries = owners.get(name)?.entries;
      const found = entries?.get(key);
      if (!entries || !found) return undefined;
      // To the end, as the one that was used last.
      entries.delete(key);
      entries.set(key, found);
      return found.value;
    },
    set: (name, key, value, weight) => {
      const known = owners.get(name);
      if (known) remove(known, key);
      const owner = owners.get(name) ?? {
        name,
        entries: new Map<string, CacheEntry<V>>(),
        weight: 0,
      };
      owners.set(name, owner);
      owner.entries.set(key, { value, weight });
      owner.weight += weight;
      total += weight;
      while (total > maxWeight) {
        const most = heaviest();
        const [oldest = ''] = most.entries.keys();
        remove(most, oldest);
      }
    },
  };
}
