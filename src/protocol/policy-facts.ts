/**
 * What policies see of an operation, besides its kind, which is its name (docs/policies.md, Names).
 * `everyone`: no policy is asked, because it changes nothing that anyone else sees. `root_quorum`: none
 * is asked either, because nobody else may do it (docs/policies.md, Order). `unlisted`: policies are asked,
 * but its resource and action are not published.
 */
export type PolicyFacts =
  | {
      readonly resource: string;
      readonly action: string;
      /** The parameters that conditions may read, by their names here. */
      readonly params?: readonly string[];
      /** Those that they read exactly as they are written. The others are IDs, which are in lower case. */
      readonly exactParams?: readonly string[];
      /** The record that it lets out, which conditions may read: the field has its id, or its address. */
      readonly target?: {
        readonly recordKind: 'wallet' | 'walletAccount' | 'privateKey';
        readonly field: string;
      };
    }
  | 'everyone'
  | 'root_quorum'
  | 'unlisted';
