import type { OperationWords } from '../operation-words.ts';

const user = { label: 'User' };

const verificationToken = {
  label: 'Verification token',
  help: 'From a verified one-time code. With it, the contact counts as verified. Without it, it doesn’t.',
};

const targetKey = { label: 'Encrypted to' };

const deleteWithoutExport = {
  label: 'Delete even if never exported',
  help: 'Without an export, nobody can recover the keys.',
};

const allowlistKey = {
  label: 'Public key of an API key',
  help: 'Leave it empty for the whole organization.',
};

const signWith = {
  label: 'Signs with',
  help: 'The address of an account or private key, or a private key’s ID. Upper and lower case matter.',
};
const encoding = { label: 'Written as' };
const hashFunction = { label: 'Hashed with' };

const newPolicy = {
  policyName: { label: 'Name' },
  effect: { label: 'Effect' },
  consensus: { label: 'Who must approve', help: 'Leave empty if no one else has to approve.' },
  condition: {
    label: 'Which requests',
    help: 'Leave empty to match every request. If a request lacks a field you name, this policy is skipped.',
  },
  time: { label: 'When', help: 'Leave empty for always.' },
  notes: { label: 'Notes' },
};

/** Words of every operation, in the order of the operations table. */
export const operationWords: OperationWords = {
  get_api_key: {
    title: 'Look up an API key',
    about: 'Shows one API key: its name, public key, type, and expiry.',
    summary: { default: 'Show the API key {apiKeyId}.' },
    action: 'Show API key',
    done: 'API key found',
    fields: { apiKeyId: { label: 'API key' } },
  },

  import_private_key: {
    title: 'Import a private key',
    about:
      'Sends an encrypted private key to the service, which stores it and derives its addresses.',
    summary: { default: 'Import the private key “{privateKeyName}” ({curve}) for {userId}.' },
    action: 'Import key',
    done: 'Private key imported',
    fields: {
      userId: {
        label: 'User',
        help: 'Must be the user who signs the request. The service accepts no other.',
      },
      privateKeyName: { label: 'Name' },
      curve: { label: 'Curve' },
      addressFormats: {
        label: 'Address formats',
        help: 'The addresses the service derives from this key.',
      },
      encryptedBundle: {
        label: 'Encrypted bundle',
        help: 'JSON with encappedPublic and ciphertext: the key, encrypted to the target of an import this user started.',
      },
    },
  },

  init_fiat_on_ramp: {
    title: 'Buy crypto',
    about: 'Starts a purchase with an on-ramp provider, whose page opens in a new tab.',
    summary: {
      default:
        'Buy {cryptoCurrencyCode} on {network} through {onrampProvider}, paid out to {walletAddress}.',
      amount:
        'Buy {cryptoCurrencyCode} on {network} for {fiatCurrencyAmount} {fiatCurrencyCode} through {onrampProvider}, paid out to {walletAddress}.',
    },
    action: 'Start purchase',
    done: 'Purchase started',
    followUp: {
      title: 'Purchase',
      states: {
        PENDING: 'Waiting for payment',
        COMPLETED: 'Paid',
        FAILED: 'Failed',
        CANCELLED: 'Cancelled',
      },
    },
    fields: {
      onrampProvider: { label: 'Provider' },
      walletAddress: {
        label: 'Pays out to',
        help: 'The provider sends what you buy here. Check the first and last characters.',
      },
      network: { label: 'Network' },
      cryptoCurrencyCode: { label: 'Buy' },
      fiatCurrencyAmount: { label: 'Amount', help: 'Must be more than 20.' },
      fiatCurrencyCode: { label: 'Pay in' },
      paymentMethod: { label: 'Pay with' },
      countryCode: { label: 'Country', help: 'Two-letter country code (ISO 3166-1).' },
      countrySubdivisionCode: { label: 'State or province', help: 'Required for the US.' },
      sandboxMode: { label: 'Sandbox', help: 'Try it without real money.' },
      urlForSignature: { label: 'Widget URL to sign', help: 'MoonPay only.' },
    },
  },

  create_smart_contract_interface: {
    title: 'Add a contract interface',
    about: 'Stores a contract’s ABI or IDL, so that policies and people can read its calls.',
    summary: {
      default: 'Add the interface “{label}” ({type}) for the contract {smartContractAddress}.',
    },
    action: 'Add interface',
    done: 'Contract interface added',
    fields: {
      label: { label: 'Label' },
      type: { label: 'Chain' },
      smartContractAddress: { label: 'Contract address' },
      smartContractInterface: {
        label: 'Interface',
        help: 'The ABI (a JSON array) or the Anchor IDL (a JSON object), up to 400,000 characters.',
      },
      notes: { label: 'Notes' },
    },
  },

  update_user_phone_number: {
    title: 'Change a phone number',
    about: 'Sets or removes a user’s phone number.',
    summary: {
      default: 'Set the phone number of {userId} to {userPhoneNumber}.',
      remove: 'Remove the phone number of {userId}.',
    },
    action: 'Change phone number',
    done: 'Phone number changed',
    fields: {
      userId: user,
      userPhoneNumber: {
        label: 'New phone number',
        help: 'Start with + and the country code.',
        remove: 'Remove phone number',
        removed: 'Phone number removed',
      },
      verificationToken,
    },
  },

  update_user_email: {
    title: 'Change an email address',
    about: 'Sets or removes a user’s email address.',
    summary: {
      default: 'Set the email address of {userId} to {userEmail}.',
      remove: 'Remove the email address of {userId}.',
    },
    action: 'Change email address',
    done: 'Email address changed',
    fields: {
      userId: user,
      userEmail: {
        label: 'New email address',
        remove: 'Remove email address',
        removed: 'Email address removed',
      },
      verificationToken,
    },
  },

  delete_user_tags: {
    title: 'Delete tags',
    about: 'Deletes tags. Users lose them, and policies that name them stop matching.',
    summary: {
      default: 'Delete the tags {userTagIds}. This can’t be undone.',
      one: 'Delete the tag {userTagIds}. This can’t be undone.',
    },
    action: 'Delete tags',
    done: 'Tags deleted',
    single: { action: 'Delete this tag', done: 'Tag deleted' },
    affects: {
      some: '{names} will lose a tag.',
      none: 'No users have these tags.',
    },
    fields: { userTagIds: { label: 'Tags' } },
  },

  verify_otp: {
    title: 'Verify a one-time code',
    about: 'Proves that someone owns an email address or phone number, with a code sent to it.',
    summary: { default: 'Verify the one-time code sent for request {otpId}.' },
    action: 'Verify code',
    done: 'Code verified',
    prerequisite: 'First the service sends a code. Then enter it here.',
    fields: {
      otpId: { label: 'Code request' },
      otpCode: { label: 'Code', help: 'The 6 to 9 letters and digits you received.' },
      encryptedOtpBundle: {
        label: 'Code',
        help: 'The 6 to 9 letters and digits you received. Keystamp encrypts them before sending.',
      },
      expirationSeconds: {
        label: 'Token lifetime in seconds',
        help: 'How long the verification token is valid. Defaults to one hour (3600).',
      },
      publicKey: { label: 'Public key to bind' },
    },
  },

  update_user_name: {
    title: 'Rename a user',
    about: 'Changes a user’s name.',
    summary: { default: 'Rename the user {userId} to “{userName}”.' },
    action: 'Rename user',
    done: 'User renamed',
    fields: { userId: user, userName: { label: 'New name' } },
  },

  update_wallet: {
    title: 'Rename a wallet',
    about: 'Changes a wallet’s name. Its keys and addresses stay the same.',
    summary: {
      default: 'Rename the wallet {walletId} to “{walletName}”.',
      unnamed: 'Submit the wallet {walletId} without a new name. Nothing changes.',
    },
    action: 'Rename wallet',
    done: 'Wallet renamed',
    fields: {
      walletId: { label: 'Wallet' },
      walletName: {
        label: 'New name',
        help: 'Each wallet in an organization has its own name.',
      },
    },
  },

  whoami: {
    title: 'Who am I',
    about: 'Shows which organization and user an API key or passkey belongs to.',
    summary: { default: 'Show which organization and user this API key belongs to.' },
    action: 'Show',
    done: 'Who you are',
    fields: {},
  },

  list_wallets: {
    title: 'Wallets',
    about: 'Lists the organization’s wallets.',
    summary: { default: 'List all wallets.' },
    action: 'Show wallets',
    done: 'Wallets',
    fields: {},
  },

  get_wallet: {
    title: 'Look up a wallet',
    about: 'Shows one wallet: its name, its age, and whether it was exported or imported.',
    summary: { default: 'Show the wallet {walletId}.' },
    action: 'Show wallet',
    done: 'Wallet found',
    fields: { walletId: { label: 'Wallet' } },
  },

  list_wallet_accounts: {
    title: 'Accounts',
    about: 'Lists the addresses of a wallet, or of all wallets.',
    summary: { default: 'List accounts.' },
    action: 'Show accounts',
    done: 'Accounts',
    fields: {
      walletId: { label: 'Wallet' },
      includeWalletDetails: { label: 'Wallet details' },
      paginationOptions: { label: 'Page' },
    },
  },

  get_wallet_account: {
    title: 'Look up an account',
    about: 'Shows one account of a wallet, by its address or its derivation path.',
    summary: { default: 'Show an account of the wallet {walletId}.' },
    action: 'Show account',
    done: 'Account found',
    fields: {
      walletId: { label: 'Wallet' },
      address: { label: 'Address', help: 'Enter an address, a derivation path, or both.' },
      path: { label: 'Derivation path' },
    },
  },

  list_users: {
    title: 'Users',
    about: 'Lists the organization’s users.',
    summary: { default: 'List all users.' },
    action: 'Show users',
    done: 'Users',
    fields: {},
  },

  get_user: {
    title: 'Look up a user',
    about: 'Shows one user: name, contacts, tags, API keys, and passkeys.',
    summary: { default: 'Show the user {userId}.' },
    action: 'Show user',
    done: 'User found',
    fields: { userId: user },
  },

  list_user_tags: {
    title: 'Tags',
    about: 'Lists the organization’s tags.',
    summary: { default: 'List all tags.' },
    action: 'Show tags',
    done: 'Tags',
    fields: {},
  },

  list_private_keys: {
    title: 'Private keys',
    about: 'Lists the private keys the service holds.',
    summary: { default: 'List all private keys.' },
    action: 'Show private keys',
    done: 'Private keys',
    fields: {},
  },

  get_private_key: {
    title: 'Look up a private key',
    about: 'Shows what the service knows of one private key: its addresses and public key.',
    summary: { default: 'Show the private key {privateKeyId}.' },
    action: 'Show private key',
    done: 'Private key found',
    fields: { privateKeyId: { label: 'Private key' } },
  },

  get_api_keys: {
    title: 'API keys',
    about: 'Lists the API keys of a user, or your own.',
    summary: { default: 'List API keys.' },
    action: 'Show API keys',
    done: 'API keys',
    fields: { userId: user },
  },

  get_activity: {
    title: 'Look up an activity',
    about: 'Shows an activity: its request, state, and result.',
    summary: { default: 'Show the activity {activityId}.' },
    action: 'Show activity',
    done: 'Activity found',
    fields: { activityId: { label: 'Activity' } },
  },

  list_activities: {
    title: 'Activity',
    about: 'Lists the organization’s activities, newest first.',
    summary: { default: 'List activities.' },
    action: 'Show activities',
    done: 'Activity',
    fields: {
      filterByStatus: { label: 'Status' },
      filterByType: { label: 'Type' },
      paginationOptions: { label: 'Page' },
    },
  },

  list_smart_contract_interfaces: {
    title: 'Contracts',
    about: 'Lists the organization’s contracts, each by its interface.',
    summary: { default: 'List all contracts.' },
    action: 'Show contracts',
    done: 'Contracts',
    fields: {},
  },

  get_smart_contract_interface: {
    title: 'Look up a contract interface',
    about: 'Shows one contract interface with its ABI or IDL.',
    summary: { default: 'Show the contract interface {smartContractInterfaceId}.' },
    action: 'Show interface',
    done: 'Contract interface found',
    fields: { smartContractInterfaceId: { label: 'Contract interface' } },
  },

  get_organization: {
    title: 'Organization',
    about: 'Shows the organization: its users, root quorum, wallets, keys, and tags.',
    summary: { default: 'Show the organization.' },
    action: 'Show organization',
    done: 'Organization',
    fields: {},
  },

  get_organization_configs: {
    title: 'Organization settings',
    about: 'Shows the organization’s features and its root quorum.',
    summary: { default: 'Show the organization’s settings.' },
    action: 'Show settings',
    done: 'Organization settings',
    fields: {},
  },

  init_import_private_key: {
    title: 'Start a key import',
    about: 'Requests a new encryption target, valid for one import.',
    summary: { default: 'Start importing a private key for {userId}.' },
    action: 'Start import',
    done: 'Import target ready',
    fields: { userId: user },
  },

  init_import_wallet: {
    title: 'Start a wallet import',
    about: 'Requests a new encryption target, valid for one import.',
    summary: { default: 'Start importing a wallet for {userId}.' },
    action: 'Start import',
    done: 'Import target ready',
    fields: { userId: user },
  },

  import_wallet: {
    title: 'Import a wallet',
    about:
      'Sends an encrypted recovery phrase to the service, which stores it and derives the accounts.',
    summary: { default: 'Import the wallet “{walletName}” for {userId}.' },
    action: 'Import wallet',
    done: 'Wallet imported',
    fields: {
      userId: {
        label: 'User',
        help: 'Must be the user who signs the request. The service accepts no other.',
      },
      walletName: { label: 'Name' },
      encryptedBundle: {
        label: 'Encrypted bundle',
        help: 'JSON with encappedPublic and ciphertext: the recovery phrase, encrypted to the target of an import this user started.',
      },
      accounts: {
        label: 'Accounts',
        help: 'The chains this wallet gets an address on.',
        item: 'account',
        fields: {
          addressFormat: { label: 'Address format' },
          curve: { label: 'Curve' },
          pathFormat: { label: 'Path format' },
          path: { label: 'Derivation path' },
          name: { label: 'Name' },
        },
      },
    },
  },

  export_wallet: {
    title: 'Export a wallet',
    about: 'Gets a wallet’s recovery phrase out of the service, encrypted to one key.',
    summary: {
      default: 'Export the recovery phrase of {walletId}. It opens every account of the wallet.',
    },
    action: 'Export wallet',
    done: 'Wallet exported',
    fields: {
      walletId: { label: 'Wallet' },
      targetPublicKey: targetKey,
      language: {
        label: 'Language of the phrase',
        help: 'Other wallets restore the same accounts only from the wallet’s own language.',
      },
    },
  },

  export_wallet_account: {
    title: 'Export an account’s key',
    about: 'Gets the private key of one account out of the service, encrypted to one key.',
    summary: { default: 'Export the private key of the account {address}.' },
    action: 'Export key',
    done: 'Account key exported',
    fields: { address: { label: 'Address' }, targetPublicKey: targetKey },
  },

  export_private_key: {
    title: 'Export a private key',
    about: 'Gets a private key out of the service, encrypted to one key.',
    summary: { default: 'Export {privateKeyId}. Whoever has the key can spend its assets.' },
    action: 'Export key',
    done: 'Private key exported',
    fields: { privateKeyId: { label: 'Private key' }, targetPublicKey: targetKey },
  },

  create_users: {
    title: 'Add users',
    about: 'Adds users to the organization, with credentials that sign for them immediately.',
    summary: { default: 'Add users to the organization: {users}.' },
    action: 'Add users',
    done: 'Users added',
    fields: {
      users: {
        label: 'Users',
        help: 'Each one needs a passkey, or an API key that doesn’t expire.',
        item: 'user',
        fields: {
          userName: { label: 'Name' },
          userEmail: { label: 'Email address' },
          userPhoneNumber: { label: 'Phone number' },
          apiKeys: {
            label: 'API keys',
            item: 'API key',
            fields: {
              apiKeyName: { label: 'Name' },
              curveType: { label: 'Curve' },
              publicKey: {
                label: 'Public key',
                help: 'In hex, or the text or QR code that the user’s Keystamp shows while it’s set up. The private key stays where it is.',
              },
              expirationSeconds: { label: 'Lifetime' },
            },
          },
          authenticators: {
            label: 'Passkeys',
            item: 'passkey',
            fields: {
              authenticatorName: { label: 'Name' },
              challenge: { label: 'Challenge' },
              attestation: { label: 'Attestation' },
            },
          },
          oauthProviders: { label: 'Sign-in providers' },
          userTags: { label: 'Tags' },
        },
      },
    },
  },

  delete_users: {
    title: 'Delete users',
    about: 'Deletes users with their API keys and passkeys. They can no longer sign anything.',
    summary: {
      default: 'Delete {userIds}, with all API keys and passkeys. This can’t be undone.',
    },
    action: 'Delete users',
    done: 'Users deleted',
    single: { action: 'Delete this user', done: 'User deleted' },
    fields: { userIds: { label: 'Users' } },
  },

  init_otp: {
    title: 'Send a one-time code',
    about: 'Sends a code by email or SMS.',
    summary: { default: 'Send a one-time code to {contact}.' },
    action: 'Send code',
    done: 'Code sent',
    fields: {
      otpType: { label: 'Send by' },
      contact: {
        label: 'Send to',
        help: 'The email address or phone number that receives the code.',
      },
      otpLength: { label: 'Code length' },
      alphanumeric: { label: 'Letters and digits', help: 'Turn off for digits only.' },
      expirationSeconds: {
        label: 'Code lifetime in seconds',
        help: 'Defaults to five minutes (300).',
      },
      userIdentifier: { label: 'Rate-limit group' },
      emailCustomization: { label: 'Email wording' },
      smsCustomization: { label: 'SMS wording' },
      sendFromEmailAddress: { label: 'Sender address' },
      sendFromEmailSenderName: { label: 'Sender name' },
      replyToEmailAddress: { label: 'Reply address' },
      appName: { label: 'App name', help: 'The name shown in the message with the code.' },
    },
  },

  list_email_events: {
    title: 'Sent emails',
    about: 'Lists what became of the emails the service sent to an address, newest first.',
    summary: { default: 'List the emails sent to {email}.' },
    action: 'Show emails',
    done: 'Sent emails',
    fields: {
      email: { label: 'Email address' },
      eventType: { label: 'Event', help: 'For example Send, Delivery, or Bounce.' },
      paginationOptions: { label: 'Page' },
    },
  },

  create_wallet: {
    title: 'Create a wallet',
    about: 'Creates a wallet inside the service and derives its first addresses.',
    summary: { default: 'Create the wallet “{walletName}”.' },
    action: 'Create wallet',
    done: 'Wallet created',
    fields: {
      walletName: { label: 'Name' },
      accounts: {
        label: 'Accounts',
        help: 'The chains this wallet gets an address on.',
        item: 'account',
        fields: {
          addressFormat: { label: 'Address format' },
          curve: { label: 'Curve' },
          pathFormat: { label: 'Path format' },
          path: { label: 'Derivation path' },
          name: { label: 'Name' },
        },
      },
      mnemonicLength: { label: 'Seed phrase length' },
    },
  },

  create_wallet_accounts: {
    title: 'Add accounts',
    about: 'Derives more addresses from a wallet’s seed.',
    summary: { default: 'Add accounts to the wallet {walletId}: {accounts}.' },
    action: 'Add accounts',
    done: 'Accounts added',
    fields: {
      walletId: { label: 'Wallet' },
      accounts: {
        label: 'Accounts',
        help: 'A wallet can’t have the same derivation path twice for one address format.',
        item: 'account',
        fields: {
          addressFormat: { label: 'Address format' },
          curve: { label: 'Curve' },
          pathFormat: { label: 'Path format' },
          path: { label: 'Derivation path' },
          name: { label: 'Name', help: 'Each account in an organization has its own name.' },
        },
      },
      persist: { label: 'Add to the wallet' },
    },
  },

  create_user_tag: {
    title: 'Create a tag',
    about: 'Creates a tag and adds it to users.',
    summary: { default: 'Create the tag “{userTagName}”.' },
    action: 'Create tag',
    done: 'Tag created',
    fields: { userTagName: { label: 'Name' }, userIds: { label: 'Users' } },
  },

  update_user_tag: {
    title: 'Change a tag',
    about:
      'Renames a tag, adds it to users, and removes it from others. Policies can depend on tags.',
    summary: {
      default: 'Change the tag {userTagId}.',
      rename: 'Rename the tag {userTagId} to “{newUserTagName}”.',
      add: 'Add the tag {userTagId} to {addUserIds}.',
      remove: 'Remove the tag {userTagId} from {removeUserIds}.',
    },
    action: 'Change tag',
    done: 'Tag changed',
    fields: {
      userTagId: { label: 'Tag' },
      newUserTagName: { label: 'New name', help: 'Leave it empty to keep the name.' },
      addUserIds: { label: 'Add to' },
      removeUserIds: { label: 'Remove from' },
    },
  },

  list_private_key_tags: {
    title: 'Private key tags',
    about: 'Lists the organization’s tags for private keys.',
    summary: { default: 'List all private key tags.' },
    action: 'Show tags',
    done: 'Private key tags',
    fields: {},
  },

  create_private_key_tag: {
    title: 'Create a private key tag',
    about: 'Creates a tag and adds it to private keys.',
    summary: { default: 'Create the tag “{privateKeyTagName}”.' },
    action: 'Create tag',
    done: 'Tag created',
    fields: { privateKeyTagName: { label: 'Name' }, privateKeyIds: { label: 'Private keys' } },
  },

  update_private_key_tag: {
    title: 'Change a private key tag',
    about:
      'Renames a tag, adds it to private keys, and removes it from others. Policies can depend on tags.',
    summary: {
      default: 'Change the tag {privateKeyTagId}.',
      rename: 'Rename the tag {privateKeyTagId} to “{newPrivateKeyTagName}”.',
      add: 'Add the tag {privateKeyTagId} to {addPrivateKeyIds}.',
      remove: 'Remove the tag {privateKeyTagId} from {removePrivateKeyIds}.',
    },
    action: 'Change tag',
    done: 'Tag changed',
    fields: {
      privateKeyTagId: { label: 'Tag' },
      newPrivateKeyTagName: { label: 'New name', help: 'Leave it empty to keep the name.' },
      addPrivateKeyIds: { label: 'Add to' },
      removePrivateKeyIds: { label: 'Remove from' },
    },
  },

  delete_private_key_tags: {
    title: 'Delete private key tags',
    about: 'Deletes tags. Private keys lose them, and policies that name them stop matching.',
    summary: { default: 'Delete the tags {privateKeyTagIds}. This can’t be undone.' },
    action: 'Delete tags',
    done: 'Tags deleted',
    single: { action: 'Delete this tag', done: 'Tag deleted' },
    affects: {
      some: '{names} will lose a tag.',
      none: 'No private keys have these tags.',
    },
    fields: { privateKeyTagIds: { label: 'Tags' } },
  },

  create_private_keys: {
    title: 'Create private keys',
    about: 'Lets the service create private keys. They never leave it, unless you export them.',
    summary: { default: 'Create these private keys: {privateKeys}.' },
    action: 'Create private keys',
    done: 'Private keys created',
    fields: {
      privateKeys: {
        label: 'Private keys',
        item: 'private key',
        fields: {
          privateKeyName: { label: 'Name' },
          curve: { label: 'Curve' },
          addressFormats: { label: 'Address formats' },
          privateKeyTags: { label: 'Tags' },
        },
      },
    },
  },

  sign_raw_payload: {
    title: 'Sign a message',
    about: 'Signs a text, typed data, or a hash with the key of an account or a private key.',
    summary: { default: 'Sign a message with {signWith}.' },
    action: 'Sign message',
    done: 'Message signed',
    fields: { signWith, payload: { label: 'Message' }, encoding, hashFunction },
  },

  sign_raw_payloads: {
    title: 'Sign several messages',
    about: 'Signs several texts or hashes with the key of an account or a private key.',
    summary: { default: 'Sign several messages with {signWith}.' },
    action: 'Sign messages',
    done: 'Messages signed',
    fields: { signWith, payloads: { label: 'Messages' }, encoding, hashFunction },
  },

  sign_transaction: {
    title: 'Sign a transaction',
    about: 'Signs a transaction and gives it back. It is not sent to its network.',
    summary: { default: 'Sign a transaction with {signWith}. Whoever has it can send it.' },
    action: 'Sign transaction',
    done: 'Transaction signed',
    fields: {
      signWith,
      unsignedTransaction: {
        label: 'Unsigned transaction',
        help: 'In hex, as the network encodes it.',
      },
      type: { label: 'Kind of transaction' },
    },
  },

  eth_send_transaction: {
    title: 'Send',
    about:
      'Signs a transaction on a chain of Ethereum’s kind and sends it. The account pays the fee.',
    summary: { default: 'Send a transaction from {from} to {calls} on {caip2}.' },
    action: 'Send',
    done: 'Handed over for sending',
    followUp: {
      title: 'Transaction',
      states: {
        INITIALIZED: 'Being prepared',
        BROADCASTING: 'On its way',
        INCLUDED: 'Included in the chain',
        FAILED: 'Not sent',
      },
      facts: { hash: 'Transaction hash' },
    },
    fields: {
      from: { label: 'From' },
      caip2: { label: 'Chain' },
      calls: {
        label: 'Calls',
        item: 'call',
        fields: {
          to: { label: 'To' },
          value: { label: 'Amount in wei' },
          data: { label: 'Data' },
        },
      },
      nonce: { label: 'Nonce' },
      gasLimit: { label: 'Gas limit' },
      maxFeePerGas: { label: 'Highest fee per unit of gas, in wei' },
      maxPriorityFeePerGas: { label: 'Highest tip per unit of gas, in wei' },
      sponsor: { label: 'Fee paid by a gas station' },
      deadline: { label: 'Deadline' },
      gasStationNonce: { label: 'Nonce of its gas station' },
    },
  },

  delete_wallets: {
    title: 'Delete wallets',
    about: 'Deletes wallets with their seeds and all their accounts.',
    summary: {
      default: 'Delete {walletIds}, with all accounts. This can’t be undone.',
      unexported:
        'Delete {walletIds}, with all accounts, even if never exported. This can’t be undone, and their assets may be lost.',
    },
    action: 'Delete wallets',
    done: 'Wallets deleted',
    single: { action: 'Delete this wallet', done: 'Wallet deleted' },
    fields: { walletIds: { label: 'Wallets' }, deleteWithoutExport },
  },

  delete_wallet_accounts: {
    title: 'Delete accounts',
    about: 'Deletes accounts of wallets. The wallets keep their seeds.',
    summary: {
      default: 'Delete {walletAccountIds}. This can’t be undone.',
      unexported:
        'Delete {walletAccountIds}, even if never exported. This can’t be undone, and their assets may be lost.',
    },
    action: 'Delete accounts',
    done: 'Accounts deleted',
    single: { action: 'Delete this account', done: 'Account deleted' },
    fields: { walletAccountIds: { label: 'Accounts' }, deleteWithoutExport },
  },

  delete_private_keys: {
    title: 'Delete private keys',
    about: 'Deletes private keys that the service holds, with their addresses.',
    summary: {
      default: 'Delete {privateKeyIds}. This can’t be undone.',
      unexported:
        'Delete {privateKeyIds}, even if never exported. This can’t be undone, and their assets may be lost.',
    },
    action: 'Delete private keys',
    done: 'Private keys deleted',
    single: { action: 'Delete this private key', done: 'Private key deleted' },
    fields: { privateKeyIds: { label: 'Private keys' }, deleteWithoutExport },
  },

  delete_smart_contract_interface: {
    title: 'Delete a contract interface',
    about: 'Deletes a contract interface. Policies can no longer read the calls of its contract.',
    summary: {
      default: 'Delete the contract interface {smartContractInterfaceId}. This can’t be undone.',
    },
    action: 'Delete interface',
    done: 'Contract interface deleted',
    fields: { smartContractInterfaceId: { label: 'Contract interface' } },
  },

  get_wallet_address_balances: {
    title: 'Balances',
    about:
      'Shows what an account of a wallet has on a chain: its coin, and tokens the service knows.',
    summary: { default: 'Look up what {address} has on {caip2}.' },
    action: 'Show balances',
    done: 'Balances',
    fields: { address: { label: 'Address' }, caip2: { label: 'Chain' } },
  },

  get_nonces: {
    title: 'Next nonce',
    about: 'Shows the number that an account’s next transaction on a chain must have.',
    summary: { default: 'Look up the next nonce of {address} on {caip2}.' },
    action: 'Show nonce',
    done: 'Next nonce',
    fields: {
      address: { label: 'Address' },
      caip2: { label: 'Chain' },
      nonce: { label: 'Nonce of the account' },
      gasStationNonce: { label: 'Nonce of its gas station' },
    },
  },

  get_send_transaction_status: {
    title: 'Status of a transaction',
    about: 'Shows how far a transaction is that the service was asked to send.',
    summary: { default: 'Show the status of the transaction {sendTransactionStatusId}.' },
    action: 'Show status',
    done: 'Status of the transaction',
    fields: { sendTransactionStatusId: { label: 'ID of its status' } },
  },

  get_onramp_transaction_status: {
    title: 'Purchase status',
    about: 'Shows the progress of a purchase with an on-ramp provider.',
    summary: { default: 'Show the status of the purchase {transactionId}.' },
    action: 'Show status',
    done: 'Purchase status',
    fields: {
      transactionId: { label: 'Purchase' },
      refresh: { label: 'Ask the provider' },
    },
  },

  get_authenticators: {
    title: 'Passkeys',
    about: 'Lists a user’s passkeys.',
    summary: { default: 'List the passkeys of {userId}.' },
    action: 'Show passkeys',
    done: 'Passkeys',
    fields: { userId: user },
  },

  create_authenticators: {
    title: 'Add a passkey',
    about: 'Lets a passkey sign for a user.',
    summary: { default: 'Let a new passkey sign for {userId}.' },
    action: 'Add passkey',
    done: 'Passkey added',
    fields: {
      userId: user,
      authenticators: {
        label: 'Passkeys',
        item: 'passkey',
        fields: {
          authenticatorName: { label: 'Name' },
          challenge: { label: 'Challenge' },
          attestation: { label: 'Attestation' },
        },
      },
    },
  },

  delete_authenticators: {
    title: 'Remove passkeys',
    about: 'Removes a user’s passkeys. They will stop working immediately.',
    summary: { default: 'Remove passkeys of {userId}: {authenticatorIds}.' },
    action: 'Remove passkeys',
    done: 'Passkeys removed',
    single: { action: 'Remove this passkey', done: 'Passkey removed' },
    fields: { userId: user, authenticatorIds: { label: 'Passkeys' } },
  },

  create_api_keys: {
    title: 'Add API keys',
    about: 'Lets API keys sign for a user. They work immediately.',
    summary: { default: 'Let new API keys sign for {userId}: {apiKeys}.' },
    action: 'Add API keys',
    done: 'API keys added',
    fields: {
      userId: user,
      apiKeys: {
        label: 'API keys',
        help: 'A user can have 10 keys that don’t expire, and 10 that do. Beyond that, a new key that expires replaces the oldest one that does.',
        item: 'API key',
        fields: {
          apiKeyName: { label: 'Name' },
          curveType: { label: 'Curve' },
          publicKey: {
            label: 'Public key',
            help: 'In hex, or the text or QR code that another device shows while it’s set up. The private key stays where it is.',
          },
          expirationSeconds: { label: 'Lifetime' },
        },
      },
    },
  },

  delete_api_keys: {
    title: 'Remove API keys',
    about: 'Removes a user’s API keys. They will stop working immediately.',
    summary: { default: 'Remove API keys of {userId}: {apiKeyIds}.' },
    action: 'Remove API keys',
    done: 'API keys removed',
    single: { action: 'Remove this API key', done: 'API key removed' },
    fields: { userId: user, apiKeyIds: { label: 'API keys' } },
  },

  list_policies: {
    title: 'List policies',
    about: 'All policies of the organization.',
    summary: { default: 'List all policies.' },
    action: 'List policies',
    done: 'Policies listed',
    fields: {},
  },

  get_policy: {
    title: 'Look up a policy',
    about: 'What one policy allows or denies, and when.',
    summary: { default: 'Look up {policyId}.' },
    action: 'Look up',
    done: 'Policy found',
    fields: { policyId: { label: 'Policy' } },
  },

  create_policy: {
    title: 'Add a policy',
    about: 'Decides who can do what, and how many people must approve.',
    summary: { default: 'Add the policy {policyName}.' },
    action: 'Add policy',
    done: 'Policy added',
    fields: newPolicy,
  },

  create_policies: {
    title: 'Add several policies',
    about: 'Adds policies in one request: all of them, or none.',
    summary: { default: 'Add these policies: {policies}.' },
    action: 'Add policies',
    done: 'Policies added',
    fields: { policies: { label: 'Policies', item: 'policy', fields: newPolicy } },
  },

  update_policy: {
    title: 'Change a policy',
    about: 'Changes what a policy allows or denies. It applies immediately.',
    summary: { default: 'Change {policyId}.' },
    action: 'Change policy',
    done: 'Policy changed',
    fields: {
      policyId: { label: 'Policy' },
      policyName: { label: 'Name' },
      policyEffect: { label: 'Effect' },
      policyConsensus: {
        label: 'Who must approve',
        remove: 'Remove required approvals',
        removed: 'Required approvals removed',
      },
      policyCondition: {
        label: 'Which requests',
        remove: 'Remove condition',
        removed: 'Condition removed',
      },
      time: { label: 'When', remove: 'Remove time limit', removed: 'Time limit removed' },
      policyNotes: { label: 'Notes' },
    },
  },

  delete_policy: {
    title: 'Delete a policy',
    about: 'Removes a policy. What only it allowed will be denied.',
    summary: { default: 'Delete {policyId}.' },
    action: 'Delete policy',
    done: 'Policy deleted',
    fields: { policyId: { label: 'Policy' } },
  },

  delete_policies: {
    title: 'Delete several policies',
    about: 'Removes policies in one request. What only they allowed will be denied.',
    summary: { default: 'Delete {policyIds}.' },
    action: 'Delete policies',
    done: 'Policies deleted',
    single: { action: 'Delete this policy', done: 'Policy deleted' },
    fields: { policyIds: { label: 'Policies' } },
  },

  update_root_quorum: {
    title: 'Change the root quorum',
    about:
      'Decides who can do anything in this organization, and how many of them must approve. No policy binds them.',
    summary: { default: 'Make {userIds} the root quorum. Approvals needed: {threshold}.' },
    action: 'Change root quorum',
    done: 'Root quorum changed',
    fields: {
      userIds: { label: 'Root users', help: 'They replace the current ones.' },
      threshold: {
        label: 'How many must approve',
        help: 'Only as many as have a credential: otherwise nobody could change the quorum again.',
      },
    },
  },

  update_organization_name: {
    title: 'Rename the organization',
    about: 'Changes the organization’s name. Only the root quorum can do this.',
    summary: { default: 'Rename the organization to “{organizationName}”.' },
    action: 'Rename organization',
    done: 'Organization renamed',
    fields: { organizationName: { label: 'New name' } },
  },

  get_ip_allowlist: {
    title: 'Look up an IP allowlist',
    about: 'Shows from which IP addresses the organization, or one API key, can be used.',
    summary: { default: 'Show the IP allowlist.' },
    action: 'Show IP allowlist',
    done: 'IP allowlist',
    fields: { publicKey: allowlistKey },
  },

  set_ip_allowlist: {
    title: 'Set an IP allowlist',
    about: 'Decides from which IP addresses requests are accepted. It replaces the current list.',
    summary: {
      default: 'Accept requests from these ranges only: {rules}.',
      off: 'Store these ranges without enforcing them: {rules}.',
      key: 'Accept requests with the API key {publicKey} from these ranges only: {rules}.',
    },
    action: 'Set IP allowlist',
    done: 'IP allowlist set',
    fields: {
      publicKey: allowlistKey,
      enabled: {
        label: 'Enforce it',
        help: 'Turn it on once the ranges are right. A list for one API key counts only while the organization’s own is enforced.',
      },
      rules: {
        label: 'Ranges',
        item: 'range',
        fields: { cidr: { label: 'IP range' }, label: { label: 'Label' } },
      },
      onEvaluationError: { label: 'If the address isn’t known' },
    },
  },

  remove_ip_allowlist: {
    title: 'Remove an IP allowlist',
    about: 'Removes the ranges of the organization, or of one API key.',
    summary: {
      default:
        'Remove the organization’s IP allowlist. Requests are then accepted from everywhere.',
      key: 'Remove the IP allowlist of the API key {publicKey}. The organization’s then counts for it.',
    },
    action: 'Remove IP allowlist',
    done: 'IP allowlist removed',
    fields: { publicKey: allowlistKey },
  },

  get_policy_evaluations: {
    title: 'Policy decisions',
    about: 'What each policy said at each vote on an activity.',
    summary: { default: 'Look up what policies said about {activityId}.' },
    action: 'Look up',
    done: 'Evaluations found',
    fields: { activityId: { label: 'Activity' } },
  },

  create_mfa_policy: {
    title: 'Require several factors',
    about:
      'Makes a user prove who they are in several ways before what they submit is carried out.',
    summary: { default: 'Require more factors of {userId}, by the MFA policy {mfaPolicyName}.' },
    action: 'Require factors',
    done: 'Factors required',
    fields: {
      userId: user,
      mfaPolicyName: { label: 'Name' },
      condition: { label: 'Which requests' },
      requiredAuthenticationMethods: {
        label: 'Required steps',
        item: 'step',
        fields: {
          any: {
            label: 'Any one of',
            item: 'factor',
            fields: { type: { label: 'Factor' }, id: { label: 'Only this one' } },
          },
        },
      },
      order: { label: 'Order', help: 'Of the policies that apply, only the lowest one counts.' },
      notes: { label: 'Notes' },
    },
  },

  delete_mfa_policy: {
    title: 'Delete an MFA policy',
    about: 'Stops asking a user for several factors.',
    summary: { default: 'Delete the MFA policy {mfaPolicyId} of {userId}.' },
    action: 'Delete MFA policy',
    done: 'MFA policy deleted',
    fields: { userId: user, mfaPolicyId: { label: 'MFA policy' } },
  },

  get_mfa_policies: {
    title: 'MFA policies of a user',
    about: 'Shows which factors a user must show, and for which requests.',
    summary: { default: 'Show the MFA policies of {userId}.' },
    action: 'Show MFA policies',
    done: 'MFA policies',
    fields: { userId: user },
  },

  get_mfa_policy: {
    title: 'Look up an MFA policy',
    about: 'Shows one MFA policy of a user: its condition and the factors it asks for.',
    summary: { default: 'Show the MFA policy {mfaPolicyId} of {userId}.' },
    action: 'Show MFA policy',
    done: 'MFA policy found',
    fields: { userId: user, mfaPolicyId: { label: 'MFA policy ID' } },
  },

  get_mfa_status: {
    title: 'Look up missing factors',
    about: 'Shows which factors an activity needs, and which ones it has.',
    summary: { default: 'Look up the factors that {activityId} needs.' },
    action: 'Look up',
    done: 'Factors found',
    fields: { activityId: { label: 'Activity' }, userId: user },
  },

  approve_activity: {
    title: 'Approve an activity',
    about: 'Adds your approval. With enough approvals, the activity is carried out.',
    summary: { default: 'Approve the activity with the fingerprint {fingerprint}.' },
    action: 'Approve',
    done: 'Approved',
    fields: { fingerprint: { label: 'Fingerprint' } },
  },

  reject_activity: {
    title: 'Reject an activity',
    about: 'Ends the activity for everyone.',
    summary: { default: 'Reject the activity with the fingerprint {fingerprint}.' },
    action: 'Reject',
    done: 'Rejected',
    fields: { fingerprint: { label: 'Fingerprint' } },
  },

  create_read_only_session: {
    title: 'Start a read session',
    about: 'Lets this browser read for one hour without asking again.',
    summary: { default: 'Let this browser read for one hour without asking again.' },
    action: 'Start reading',
    done: 'Read session started',
    fields: {},
  },
};
