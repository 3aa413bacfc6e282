import type { OperationWords } from '../operation-words.ts';

const user = { label: 'Benutzer' };

const verificationToken = {
  label: 'Bestätigungstoken',
  help: 'Von einem bestätigten Einmalcode. Damit gilt der Kontakt als bestätigt, ohne das Token nicht.',
};

const targetKey = { label: 'Verschlüsselt für' };

const deleteWithoutExport = {
  label: 'Auch löschen, wenn nie exportiert',
  help: 'Ohne einen Export kann niemand die Schlüssel wiederherstellen.',
};

const allowlistKey = {
  label: 'Öffentlicher Schlüssel eines API-Schlüssels',
  help: 'Leer lassen für die ganze Organisation.',
};

const signWith = {
  label: 'Signiert mit',
  help: 'Die Adresse eines Kontos oder privaten Schlüssels oder die ID eines privaten Schlüssels. Groß- und Kleinschreibung zählen.',
};
const encoding = { label: 'Geschrieben als' };
const hashFunction = { label: 'Gehasht mit' };

const newPolicy = {
  policyName: { label: 'Name' },
  effect: { label: 'Wirkung' },
  consensus: {
    label: 'Wer genehmigen muss',
    help: 'Leer lassen, wenn niemand sonst genehmigen muss.',
  },
  condition: {
    label: 'Welche Anfragen',
    help: 'Leer lassen für jede Anfrage. Fehlt einer Anfrage ein Feld, das du nennst, wird diese Richtlinie übergangen.',
  },
  time: { label: 'Wann', help: 'Leer lassen für immer.' },
  notes: { label: 'Notizen' },
};

/** Words of every operation in German, in the order of the operations table. */
export const operationWordsDe = {
  get_api_key: {
    title: 'API-Schlüssel nachschlagen',
    about: 'Zeigt einen API-Schlüssel: Name, öffentlichen Schlüssel, Art und Ablaufdatum.',
    summary: { default: 'Den API-Schlüssel {apiKeyId} anzeigen.' },
    action: 'API-Schlüssel anzeigen',
    done: 'API-Schlüssel gefunden',
    fields: { apiKeyId: { label: 'API-Schlüssel' } },
  },

  import_private_key: {
    title: 'Privaten Schlüssel importieren',
    about:
      'Schickt einen verschlüsselten privaten Schlüssel an den Dienst, der ihn speichert und seine Adressen ableitet.',
    summary: {
      default: 'Den privaten Schlüssel „{privateKeyName}“ ({curve}) für {userId} importieren.',
    },
    action: 'Schlüssel importieren',
    done: 'Privater Schlüssel importiert',
    fields: {
      userId: {
        label: 'Benutzer',
        help: 'Muss der Benutzer sein, der die Anfrage signiert. Einen anderen akzeptiert der Dienst nicht.',
      },
      privateKeyName: { label: 'Name' },
      curve: { label: 'Kurve' },
      addressFormats: {
        label: 'Adressformate',
        help: 'Die Adressen, die der Dienst von diesem Schlüssel ableitet.',
      },
      encryptedBundle: {
        label: 'Verschlüsseltes Bundle',
        help: 'JSON mit encappedPublic und ciphertext: der Schlüssel, verschlüsselt für das Ziel eines Imports, den dieser Benutzer gestartet hat.',
      },
    },
  },

  init_fiat_on_ramp: {
    title: 'Krypto kaufen',
    about:
      'Startet einen Kauf bei einem On-Ramp-Anbieter, dessen Seite sich in einem neuen Tab öffnet.',
    summary: {
      default:
        '{cryptoCurrencyCode} auf {network} über {onrampProvider} kaufen und an {walletAddress} auszahlen lassen.',
      amount:
        '{cryptoCurrencyCode} auf {network} für {fiatCurrencyAmount} {fiatCurrencyCode} über {onrampProvider} kaufen und an {walletAddress} auszahlen lassen.',
    },
    action: 'Kauf starten',
    done: 'Kauf gestartet',
    followUp: {
      title: 'Kauf',
      states: {
        PENDING: 'Wartet auf Zahlung',
        COMPLETED: 'Bezahlt',
        FAILED: 'Fehlgeschlagen',
        CANCELLED: 'Abgebrochen',
      },
    },
    fields: {
      onrampProvider: { label: 'Anbieter' },
      walletAddress: {
        label: 'Auszahlung an',
        help: 'Hierhin schickt der Anbieter, was du kaufst. Prüfe die ersten und letzten Zeichen.',
      },
      network: { label: 'Netzwerk' },
      cryptoCurrencyCode: { label: 'Kaufen' },
      fiatCurrencyAmount: { label: 'Betrag', help: 'Muss über 20 liegen.' },
      fiatCurrencyCode: { label: 'Bezahlen in' },
      paymentMethod: { label: 'Bezahlen mit' },
      countryCode: { label: 'Land', help: 'Ländercode aus zwei Buchstaben (ISO 3166-1).' },
      countrySubdivisionCode: {
        label: 'Bundesstaat oder Provinz',
        help: 'Für die USA erforderlich.',
      },
      sandboxMode: { label: 'Sandbox', help: 'Ohne echtes Geld ausprobieren.' },
      urlForSignature: { label: 'Widget-URL zum Signieren', help: 'Nur für MoonPay.' },
    },
  },

  create_smart_contract_interface: {
    title: 'Contract-Schnittstelle hinzufügen',
    about:
      'Speichert die ABI oder IDL eines Contracts, damit Richtlinien und Menschen seine Aufrufe lesen können.',
    summary: {
      default:
        'Die Schnittstelle „{label}“ ({type}) für den Contract {smartContractAddress} hinzufügen.',
    },
    action: 'Schnittstelle hinzufügen',
    done: 'Contract-Schnittstelle hinzugefügt',
    fields: {
      label: { label: 'Bezeichnung' },
      type: { label: 'Chain' },
      smartContractAddress: { label: 'Contract-Adresse' },
      smartContractInterface: {
        label: 'Schnittstelle',
        help: 'Die ABI (ein JSON-Array) oder die Anchor-IDL (ein JSON-Objekt), bis zu 400.000 Zeichen.',
      },
      notes: { label: 'Notizen' },
    },
  },

  update_user_phone_number: {
    title: 'Telefonnummer ändern',
    about: 'Setzt oder entfernt die Telefonnummer eines Benutzers.',
    summary: {
      default: 'Die Telefonnummer von {userId} auf {userPhoneNumber} setzen.',
      remove: 'Die Telefonnummer von {userId} entfernen.',
    },
    action: 'Telefonnummer ändern',
    done: 'Telefonnummer geändert',
    fields: {
      userId: user,
      userPhoneNumber: {
        label: 'Neue Telefonnummer',
        help: 'Beginne mit + und der Ländervorwahl.',
        remove: 'Telefonnummer entfernen',
        removed: 'Telefonnummer entfernt',
      },
      verificationToken,
    },
  },

  update_user_email: {
    title: 'E-Mail-Adresse ändern',
    about: 'Setzt oder entfernt die E-Mail-Adresse eines Benutzers.',
    summary: {
      default: 'Die E-Mail-Adresse von {userId} auf {userEmail} setzen.',
      remove: 'Die E-Mail-Adresse von {userId} entfernen.',
    },
    action: 'E-Mail-Adresse ändern',
    done: 'E-Mail-Adresse geändert',
    fields: {
      userId: user,
      userEmail: {
        label: 'Neue E-Mail-Adresse',
        remove: 'E-Mail-Adresse entfernen',
        removed: 'E-Mail-Adresse entfernt',
      },
      verificationToken,
    },
  },

  delete_user_tags: {
    title: 'Tags löschen',
    about:
      'Löscht Tags. Benutzer verlieren sie, und Richtlinien, die sie nennen, greifen nicht mehr.',
    summary: {
      default: 'Die Tags {userTagIds} löschen. Das lässt sich nicht rückgängig machen.',
      one: 'Das Tag {userTagIds} löschen. Das lässt sich nicht rückgängig machen.',
    },
    action: 'Tags löschen',
    done: 'Tags gelöscht',
    single: { action: 'Dieses Tag löschen', done: 'Tag gelöscht' },
    affects: {
      some: 'Bei {names} entfällt ein Tag.',
      none: 'Kein Benutzer hat diese Tags.',
    },
    fields: { userTagIds: { label: 'Tags' } },
  },

  verify_otp: {
    title: 'Einmalcode bestätigen',
    about:
      'Weist mit einem zugeschickten Code nach, dass eine E-Mail-Adresse oder Telefonnummer jemandem gehört.',
    summary: { default: 'Den Einmalcode für die Code-Anforderung {otpId} bestätigen.' },
    action: 'Code bestätigen',
    done: 'Code bestätigt',
    prerequisite: 'Zuerst verschickt der Dienst einen Code. Gib ihn dann hier ein.',
    fields: {
      otpId: { label: 'Code-Anforderung' },
      otpCode: {
        label: 'Code',
        help: 'Die 6 bis 9 Buchstaben und Ziffern, die du erhalten hast.',
      },
      encryptedOtpBundle: {
        label: 'Code',
        help: 'Die 6 bis 9 Buchstaben und Ziffern, die du erhalten hast. Keystamp verschlüsselt sie vor dem Senden.',
      },
      expirationSeconds: {
        label: 'Gültigkeit des Tokens in Sekunden',
        help: 'Wie lange das Bestätigungstoken gilt. Standard ist eine Stunde (3600).',
      },
      publicKey: { label: 'Zu bindender öffentlicher Schlüssel' },
    },
  },

  update_user_name: {
    title: 'Benutzer umbenennen',
    about: 'Ändert den Namen eines Benutzers.',
    summary: { default: 'Den Benutzer {userId} in „{userName}“ umbenennen.' },
    action: 'Benutzer umbenennen',
    done: 'Benutzer umbenannt',
    fields: { userId: user, userName: { label: 'Neuer Name' } },
  },

  update_wallet: {
    title: 'Wallet umbenennen',
    about: 'Ändert den Namen einer Wallet. Ihre Schlüssel und Adressen bleiben gleich.',
    summary: {
      default: 'Die Wallet {walletId} in „{walletName}“ umbenennen.',
      unnamed: 'Die Wallet {walletId} ohne neuen Namen absenden. Es ändert sich nichts.',
    },
    action: 'Wallet umbenennen',
    done: 'Wallet umbenannt',
    fields: {
      walletId: { label: 'Wallet' },
      walletName: {
        label: 'Neuer Name',
        help: 'Jede Wallet einer Organisation hat einen eigenen Namen.',
      },
    },
  },

  whoami: {
    title: 'Wer bin ich',
    about:
      'Zeigt, zu welcher Organisation und welchem Benutzer ein API-Schlüssel oder Passkey gehört.',
    summary: {
      default:
        'Anzeigen, zu welcher Organisation und welchem Benutzer dieser API-Schlüssel gehört.',
    },
    action: 'Anzeigen',
    done: 'Wer du bist',
    fields: {},
  },

  list_wallets: {
    title: 'Wallets',
    about: 'Listet die Wallets der Organisation auf.',
    summary: { default: 'Alle Wallets auflisten.' },
    action: 'Wallets anzeigen',
    done: 'Wallets',
    fields: {},
  },

  get_wallet: {
    title: 'Wallet nachschlagen',
    about: 'Zeigt eine Wallet: Name, Alter und ob sie exportiert oder importiert wurde.',
    summary: { default: 'Die Wallet {walletId} anzeigen.' },
    action: 'Wallet anzeigen',
    done: 'Wallet gefunden',
    fields: { walletId: { label: 'Wallet' } },
  },

  list_wallet_accounts: {
    title: 'Konten',
    about: 'Listet die Adressen einer Wallet oder aller Wallets auf.',
    summary: { default: 'Konten auflisten.' },
    action: 'Konten anzeigen',
    done: 'Konten',
    fields: {
      walletId: { label: 'Wallet' },
      includeWalletDetails: { label: 'Angaben zur Wallet' },
      paginationOptions: { label: 'Seite' },
    },
  },

  get_wallet_account: {
    title: 'Konto nachschlagen',
    about: 'Zeigt ein Konto einer Wallet, nach seiner Adresse oder seinem Ableitungspfad.',
    summary: { default: 'Ein Konto der Wallet {walletId} anzeigen.' },
    action: 'Konto anzeigen',
    done: 'Konto gefunden',
    fields: {
      walletId: { label: 'Wallet' },
      address: {
        label: 'Adresse',
        help: 'Gib eine Adresse, einen Ableitungspfad oder beides ein.',
      },
      path: { label: 'Ableitungspfad' },
    },
  },

  list_users: {
    title: 'Benutzer',
    about: 'Listet die Benutzer der Organisation auf.',
    summary: { default: 'Alle Benutzer auflisten.' },
    action: 'Benutzer anzeigen',
    done: 'Benutzer',
    fields: {},
  },

  get_user: {
    title: 'Benutzer nachschlagen',
    about: 'Zeigt einen Benutzer: Name, Kontakte, Tags, API-Schlüssel und Passkeys.',
    summary: { default: 'Den Benutzer {userId} anzeigen.' },
    action: 'Benutzer anzeigen',
    done: 'Benutzer gefunden',
    fields: { userId: user },
  },

  list_user_tags: {
    title: 'Tags',
    about: 'Listet die Tags der Organisation auf.',
    summary: { default: 'Alle Tags auflisten.' },
    action: 'Tags anzeigen',
    done: 'Tags',
    fields: {},
  },

  list_private_keys: {
    title: 'Private Schlüssel',
    about: 'Listet die privaten Schlüssel auf, die beim Dienst liegen.',
    summary: { default: 'Alle privaten Schlüssel auflisten.' },
    action: 'Private Schlüssel anzeigen',
    done: 'Private Schlüssel',
    fields: {},
  },

  get_private_key: {
    title: 'Privaten Schlüssel nachschlagen',
    about:
      'Zeigt, was der Dienst über einen privaten Schlüssel weiß: Adressen und öffentlichen Schlüssel.',
    summary: { default: 'Den privaten Schlüssel {privateKeyId} anzeigen.' },
    action: 'Schlüssel anzeigen',
    done: 'Privater Schlüssel gefunden',
    fields: { privateKeyId: { label: 'Privater Schlüssel' } },
  },

  get_api_keys: {
    title: 'API-Schlüssel',
    about: 'Listet die API-Schlüssel eines Benutzers auf oder deine eigenen.',
    summary: { default: 'API-Schlüssel auflisten.' },
    action: 'API-Schlüssel anzeigen',
    done: 'API-Schlüssel',
    fields: { userId: user },
  },

  get_activity: {
    title: 'Aktivität nachschlagen',
    about: 'Zeigt eine Aktivität: ihre Anfrage, ihren Status und ihr Ergebnis.',
    summary: { default: 'Die Aktivität {activityId} anzeigen.' },
    action: 'Aktivität anzeigen',
    done: 'Aktivität gefunden',
    fields: { activityId: { label: 'Aktivität' } },
  },

  list_activities: {
    title: 'Aktivität',
    about: 'Listet die Aktivitäten der Organisation auf, die neuesten zuerst.',
    summary: { default: 'Aktivitäten auflisten.' },
    action: 'Aktivitäten anzeigen',
    done: 'Aktivität',
    fields: {
      filterByStatus: { label: 'Status' },
      filterByType: { label: 'Art' },
      paginationOptions: { label: 'Seite' },
    },
  },

  list_smart_contract_interfaces: {
    title: 'Smart Contracts',
    about: 'Listet die Smart Contracts der Organisation auf, jeden mit seiner Schnittstelle.',
    summary: { default: 'Alle Smart Contracts auflisten.' },
    action: 'Smart Contracts anzeigen',
    done: 'Smart Contracts',
    fields: {},
  },

  get_smart_contract_interface: {
    title: 'Contract-Schnittstelle nachschlagen',
    about: 'Zeigt eine Contract-Schnittstelle mit ihrer ABI oder IDL.',
    summary: { default: 'Die Contract-Schnittstelle {smartContractInterfaceId} anzeigen.' },
    action: 'Schnittstelle anzeigen',
    done: 'Contract-Schnittstelle gefunden',
    fields: { smartContractInterfaceId: { label: 'Contract-Schnittstelle' } },
  },

  get_organization: {
    title: 'Organisation',
    about: 'Zeigt die Organisation: Benutzer, Root-Quorum, Wallets, Schlüssel und Tags.',
    summary: { default: 'Die Organisation anzeigen.' },
    action: 'Organisation anzeigen',
    done: 'Organisation',
    fields: {},
  },

  get_organization_configs: {
    title: 'Einstellungen der Organisation',
    about: 'Zeigt die Funktionen der Organisation und ihr Root-Quorum.',
    summary: { default: 'Die Einstellungen der Organisation anzeigen.' },
    action: 'Einstellungen anzeigen',
    done: 'Einstellungen der Organisation',
    fields: {},
  },

  init_import_private_key: {
    title: 'Schlüsselimport starten',
    about: 'Fordert ein neues Verschlüsselungsziel an, das für einen Import gilt.',
    summary: { default: 'Den Import eines privaten Schlüssels für {userId} starten.' },
    action: 'Import starten',
    done: 'Importziel bereit',
    fields: { userId: user },
  },

  init_import_wallet: {
    title: 'Wallet-Import starten',
    about: 'Fordert ein neues Verschlüsselungsziel an, das für einen Import gilt.',
    summary: { default: 'Den Import einer Wallet für {userId} starten.' },
    action: 'Import starten',
    done: 'Importziel bereit',
    fields: { userId: user },
  },

  import_wallet: {
    title: 'Wallet importieren',
    about:
      'Schickt eine verschlüsselte Wiederherstellungsphrase an den Dienst, der sie speichert und die Konten ableitet.',
    summary: { default: 'Die Wallet „{walletName}“ für {userId} importieren.' },
    action: 'Wallet importieren',
    done: 'Wallet importiert',
    fields: {
      userId: {
        label: 'Benutzer',
        help: 'Muss der Benutzer sein, der die Anfrage signiert. Einen anderen akzeptiert der Dienst nicht.',
      },
      walletName: { label: 'Name' },
      encryptedBundle: {
        label: 'Verschlüsseltes Bundle',
        help: 'JSON mit encappedPublic und ciphertext: die Wiederherstellungsphrase, verschlüsselt für das Ziel eines Imports, den dieser Benutzer gestartet hat.',
      },
      accounts: {
        label: 'Konten',
        help: 'Die Chains, auf denen diese Wallet eine Adresse bekommt.',
        item: 'Konto',
        fields: {
          addressFormat: { label: 'Adressformat' },
          curve: { label: 'Kurve' },
          pathFormat: { label: 'Pfadformat' },
          path: { label: 'Ableitungspfad' },
          name: { label: 'Name' },
        },
      },
    },
  },

  export_wallet: {
    title: 'Wallet exportieren',
    about:
      'Holt die Wiederherstellungsphrase einer Wallet aus dem Dienst, verschlüsselt für einen einzigen Schlüssel.',
    summary: {
      default:
        'Die Wiederherstellungsphrase von {walletId} exportieren. Mit ihr lässt sich jedes Konto der Wallet öffnen.',
    },
    action: 'Wallet exportieren',
    done: 'Wallet exportiert',
    fields: {
      walletId: { label: 'Wallet' },
      targetPublicKey: targetKey,
      language: {
        label: 'Sprache der Phrase',
        help: 'Andere Wallets stellen dieselben Konten nur aus der eigenen Sprache der Wallet wieder her.',
      },
    },
  },

  export_wallet_account: {
    title: 'Kontoschlüssel exportieren',
    about:
      'Holt den privaten Schlüssel eines Kontos aus dem Dienst, verschlüsselt für einen einzigen Schlüssel.',
    summary: { default: 'Den privaten Schlüssel des Kontos {address} exportieren.' },
    action: 'Schlüssel exportieren',
    done: 'Kontoschlüssel exportiert',
    fields: { address: { label: 'Adresse' }, targetPublicKey: targetKey },
  },

  export_private_key: {
    title: 'Privaten Schlüssel exportieren',
    about:
      'Holt einen privaten Schlüssel aus dem Dienst, verschlüsselt für einen einzigen Schlüssel.',
    summary: {
      default: '{privateKeyId} exportieren. Wer den Schlüssel hat, verfügt über sein Guthaben.',
    },
    action: 'Schlüssel exportieren',
    done: 'Privater Schlüssel exportiert',
    fields: { privateKeyId: { label: 'Privater Schlüssel' }, targetPublicKey: targetKey },
  },

  create_users: {
    title: 'Benutzer hinzufügen',
    about:
      'Nimmt Benutzer in die Organisation auf, mit Anmeldedaten, die sofort für sie signieren.',
    summary: { default: 'Benutzer in die Organisation aufnehmen: {users}.' },
    action: 'Benutzer hinzufügen',
    done: 'Benutzer hinzugefügt',
    fields: {
      users: {
        label: 'Benutzer',
        help: 'Jeder braucht einen Passkey oder einen API-Schlüssel, der nicht abläuft.',
        item: 'Benutzer',
        fields: {
          userName: { label: 'Name' },
          userEmail: { label: 'E-Mail-Adresse' },
          userPhoneNumber: { label: 'Telefonnummer' },
          apiKeys: {
            label: 'API-Schlüssel',
            item: 'API-Schlüssel',
            fields: {
              apiKeyName: { label: 'Name' },
              curveType: { label: 'Kurve' },
              publicKey: {
                label: 'Öffentlicher Schlüssel',
                help: 'In Hex, oder der Text oder QR-Code, den das Keystamp des Benutzers bei der Einrichtung zeigt. Der private Schlüssel bleibt, wo er ist.',
              },
              expirationSeconds: { label: 'Gültigkeit' },
            },
          },
          authenticators: {
            label: 'Passkeys',
            item: 'Passkey',
            fields: {
              authenticatorName: { label: 'Name' },
              challenge: { label: 'Zufallswert' },
              attestation: { label: 'Attestierung' },
            },
          },
          oauthProviders: { label: 'Anmeldeanbieter' },
          userTags: { label: 'Tags' },
        },
      },
    },
  },

  delete_users: {
    title: 'Benutzer löschen',
    about:
      'Löscht Benutzer mit ihren API-Schlüsseln und Passkeys. Sie können nichts mehr signieren.',
    summary: {
      default:
        '{userIds} mit allen API-Schlüsseln und Passkeys löschen. Das lässt sich nicht rückgängig machen.',
    },
    action: 'Benutzer löschen',
    done: 'Benutzer gelöscht',
    single: { action: 'Diesen Benutzer löschen', done: 'Benutzer gelöscht' },
    fields: { userIds: { label: 'Benutzer' } },
  },

  init_otp: {
    title: 'Einmalcode senden',
    about: 'Sendet einen Code per E-Mail oder SMS.',
    summary: { default: 'Einen Einmalcode an {contact} senden.' },
    action: 'Code senden',
    done: 'Code gesendet',
    fields: {
      otpType: { label: 'Senden per' },
      contact: {
        label: 'Senden an',
        help: 'Die E-Mail-Adresse oder Telefonnummer, die den Code erhält.',
      },
      otpLength: { label: 'Codelänge' },
      alphanumeric: {
        label: 'Buchstaben und Ziffern',
        help: 'Schalte das aus, wenn der Code nur Ziffern haben soll.',
      },
      expirationSeconds: {
        label: 'Gültigkeit des Codes in Sekunden',
        help: 'Standard sind fünf Minuten (300).',
      },
      userIdentifier: { label: 'Gruppe für das Anfragelimit' },
      emailCustomization: { label: 'E-Mail-Text' },
      smsCustomization: { label: 'SMS-Text' },
      sendFromEmailAddress: { label: 'Absenderadresse' },
      sendFromEmailSenderName: { label: 'Absendername' },
      replyToEmailAddress: { label: 'Antwortadresse' },
      appName: { label: 'App-Name', help: 'Der Name, der in der Nachricht mit dem Code steht.' },
    },
  },

  list_email_events: {
    title: 'Gesendete E-Mails',
    about:
      'Listet auf, was aus den E-Mails wurde, die der Dienst an eine Adresse gesendet hat, die neuesten zuerst.',
    summary: { default: 'Die E-Mails an {email} auflisten.' },
    action: 'E-Mails anzeigen',
    done: 'Gesendete E-Mails',
    fields: {
      email: { label: 'E-Mail-Adresse' },
      eventType: { label: 'Ereignis', help: 'Zum Beispiel Send, Delivery oder Bounce.' },
      paginationOptions: { label: 'Seite' },
    },
  },

  create_wallet: {
    title: 'Wallet erstellen',
    about: 'Erstellt eine Wallet innerhalb des Dienstes und leitet ihre ersten Adressen ab.',
    summary: { default: 'Die Wallet „{walletName}“ erstellen.' },
    action: 'Wallet erstellen',
    done: 'Wallet erstellt',
    fields: {
      walletName: { label: 'Name' },
      accounts: {
        label: 'Konten',
        help: 'Die Chains, auf denen diese Wallet eine Adresse bekommt.',
        item: 'Konto',
        fields: {
          addressFormat: { label: 'Adressformat' },
          curve: { label: 'Kurve' },
          pathFormat: { label: 'Pfadformat' },
          path: { label: 'Ableitungspfad' },
          name: { label: 'Name' },
        },
      },
      mnemonicLength: { label: 'Länge der Wiederherstellungsphrase' },
    },
  },

  create_wallet_accounts: {
    title: 'Konten hinzufügen',
    about: 'Leitet weitere Adressen aus dem Seed einer Wallet ab.',
    summary: { default: 'Der Wallet {walletId} Konten hinzufügen: {accounts}.' },
    action: 'Konten hinzufügen',
    done: 'Konten hinzugefügt',
    fields: {
      walletId: { label: 'Wallet' },
      accounts: {
        label: 'Konten',
        help: 'Eine Wallet kann denselben Ableitungspfad nicht zweimal für ein Adressformat haben.',
        item: 'Konto',
        fields: {
          addressFormat: { label: 'Adressformat' },
          curve: { label: 'Kurve' },
          pathFormat: { label: 'Pfadformat' },
          path: { label: 'Ableitungspfad' },
          name: { label: 'Name', help: 'Jedes Konto einer Organisation hat einen eigenen Namen.' },
        },
      },
      persist: { label: 'Der Wallet hinzufügen' },
    },
  },

  create_user_tag: {
    title: 'Tag erstellen',
    about: 'Erstellt ein Tag und weist es Benutzern zu.',
    summary: { default: 'Das Tag „{userTagName}“ erstellen.' },
    action: 'Tag erstellen',
    done: 'Tag erstellt',
    fields: { userTagName: { label: 'Name' }, userIds: { label: 'Benutzer' } },
  },

  update_user_tag: {
    title: 'Tag ändern',
    about:
      'Benennt ein Tag um, weist es Benutzern zu und entfernt es von anderen. Richtlinien können sich nach Tags richten.',
    summary: {
      default: 'Das Tag {userTagId} ändern.',
      rename: 'Das Tag {userTagId} in „{newUserTagName}“ umbenennen.',
      add: 'Das Tag {userTagId} zuweisen: {addUserIds}.',
      remove: 'Das Tag {userTagId} entfernen bei: {removeUserIds}.',
    },
    action: 'Tag ändern',
    done: 'Tag geändert',
    fields: {
      userTagId: { label: 'Tag' },
      newUserTagName: {
        label: 'Neuer Name',
        help: 'Lass das Feld leer, um den Namen zu behalten.',
      },
      addUserIds: { label: 'Zuweisen' },
      removeUserIds: { label: 'Entfernen bei' },
    },
  },

  list_private_key_tags: {
    title: 'Tags für private Schlüssel',
    about: 'Listet die Tags der Organisation für private Schlüssel auf.',
    summary: { default: 'Alle Tags für private Schlüssel auflisten.' },
    action: 'Tags anzeigen',
    done: 'Tags für private Schlüssel',
    fields: {},
  },

  create_private_key_tag: {
    title: 'Tag für private Schlüssel erstellen',
    about: 'Erstellt ein Tag und weist es privaten Schlüsseln zu.',
    summary: { default: 'Das Tag „{privateKeyTagName}“ erstellen.' },
    action: 'Tag erstellen',
    done: 'Tag erstellt',
    fields: {
      privateKeyTagName: { label: 'Name' },
      privateKeyIds: { label: 'Private Schlüssel' },
    },
  },

  update_private_key_tag: {
    title: 'Tag für private Schlüssel ändern',
    about:
      'Benennt ein Tag um, weist es privaten Schlüsseln zu und entfernt es von anderen. Richtlinien können von Tags abhängen.',
    summary: {
      default: 'Das Tag {privateKeyTagId} ändern.',
      rename: 'Das Tag {privateKeyTagId} in „{newPrivateKeyTagName}“ umbenennen.',
      add: 'Das Tag {privateKeyTagId} zuweisen: {addPrivateKeyIds}.',
      remove: 'Das Tag {privateKeyTagId} entfernen bei: {removePrivateKeyIds}.',
    },
    action: 'Tag ändern',
    done: 'Tag geändert',
    fields: {
      privateKeyTagId: { label: 'Tag' },
      newPrivateKeyTagName: { label: 'Neuer Name', help: 'Leer lassen, um den Namen zu behalten.' },
      addPrivateKeyIds: { label: 'Hinzufügen zu' },
      removePrivateKeyIds: { label: 'Entfernen von' },
    },
  },

  delete_private_key_tags: {
    title: 'Tags für private Schlüssel löschen',
    about:
      'Löscht Tags. Private Schlüssel verlieren sie, und Richtlinien, die sie nennen, greifen nicht mehr.',
    summary: {
      default: 'Die Tags {privateKeyTagIds} löschen. Das lässt sich nicht rückgängig machen.',
    },
    action: 'Tags löschen',
    done: 'Tags gelöscht',
    single: { action: 'Dieses Tag löschen', done: 'Tag gelöscht' },
    affects: {
      some: 'Bei {names} entfällt ein Tag.',
      none: 'Kein privater Schlüssel hat diese Tags.',
    },
    fields: { privateKeyTagIds: { label: 'Tags' } },
  },

  create_private_keys: {
    title: 'Private Schlüssel erzeugen',
    about:
      'Lässt den Dienst private Schlüssel erzeugen. Sie verlassen ihn nie, außer du exportierst sie.',
    summary: { default: 'Diese privaten Schlüssel erzeugen: {privateKeys}.' },
    action: 'Private Schlüssel erzeugen',
    done: 'Private Schlüssel erzeugt',
    fields: {
      privateKeys: {
        label: 'Private Schlüssel',
        item: 'privater Schlüssel',
        fields: {
          privateKeyName: { label: 'Name' },
          curve: { label: 'Kurve' },
          addressFormats: { label: 'Adressformate' },
          privateKeyTags: { label: 'Tags' },
        },
      },
    },
  },

  sign_raw_payload: {
    title: 'Nachricht signieren',
    about:
      'Signiert einen Text, typisierte Daten oder einen Hash mit dem Schlüssel eines Kontos oder einem privaten Schlüssel.',
    summary: { default: 'Eine Nachricht mit {signWith} signieren.' },
    action: 'Nachricht signieren',
    done: 'Nachricht signiert',
    fields: { signWith, payload: { label: 'Nachricht' }, encoding, hashFunction },
  },

  sign_raw_payloads: {
    title: 'Mehrere Nachrichten signieren',
    about:
      'Signiert mehrere Texte oder Hashes mit dem Schlüssel eines Kontos oder einem privaten Schlüssel.',
    summary: { default: 'Mehrere Nachrichten mit {signWith} signieren.' },
    action: 'Nachrichten signieren',
    done: 'Nachrichten signiert',
    fields: { signWith, payloads: { label: 'Nachrichten' }, encoding, hashFunction },
  },

  sign_transaction: {
    title: 'Transaktion signieren',
    about: 'Signiert eine Transaktion und gibt sie zurück. An ihr Netzwerk geht sie nicht.',
    summary: {
      default: 'Eine Transaktion mit {signWith} signieren. Wer sie hat, kann sie abschicken.',
    },
    action: 'Transaktion signieren',
    done: 'Transaktion signiert',
    fields: {
      signWith,
      unsignedTransaction: {
        label: 'Unsignierte Transaktion',
        help: 'In Hex, so wie das Netzwerk sie kodiert.',
      },
      type: { label: 'Art der Transaktion' },
    },
  },

  eth_send_transaction: {
    title: 'Senden',
    about:
      'Signiert eine Transaktion auf einer Chain von Ethereums Art und schickt sie ab. Die Gebühr zahlt das Konto.',
    summary: { default: 'Eine Transaktion von {from} an {calls} auf {caip2} senden.' },
    action: 'Senden',
    done: 'Zum Senden übergeben',
    followUp: {
      title: 'Transaktion',
      states: {
        INITIALIZED: 'Wird vorbereitet',
        BROADCASTING: 'Unterwegs',
        INCLUDED: 'In der Chain',
        FAILED: 'Nicht gesendet',
      },
      facts: { hash: 'Hash der Transaktion' },
    },
    fields: {
      from: { label: 'Von' },
      caip2: { label: 'Chain' },
      calls: {
        label: 'Aufrufe',
        item: 'Aufruf',
        fields: {
          to: { label: 'An' },
          value: { label: 'Betrag in Wei' },
          data: { label: 'Daten' },
        },
      },
      nonce: { label: 'Nonce' },
      gasLimit: { label: 'Gas höchstens' },
      maxFeePerGas: { label: 'Höchste Gebühr je Einheit Gas, in Wei' },
      maxPriorityFeePerGas: { label: 'Höchster Zuschlag je Einheit Gas, in Wei' },
      sponsor: { label: 'Gebühr von einer Gas Station' },
      deadline: { label: 'Frist' },
      gasStationNonce: { label: 'Nonce seiner Gas Station' },
    },
  },

  delete_wallets: {
    title: 'Wallets löschen',
    about: 'Löscht Wallets mit ihrem Seed und allen Konten.',
    summary: {
      default: '{walletIds} mit allen Konten löschen. Das lässt sich nicht rückgängig machen.',
      unexported:
        '{walletIds} mit allen Konten löschen, auch wenn nie exportiert. Das lässt sich nicht rückgängig machen, und das Guthaben kann verloren gehen.',
    },
    action: 'Wallets löschen',
    done: 'Wallets gelöscht',
    single: { action: 'Diese Wallet löschen', done: 'Wallet gelöscht' },
    fields: { walletIds: { label: 'Wallets' }, deleteWithoutExport },
  },

  delete_wallet_accounts: {
    title: 'Konten löschen',
    about: 'Löscht Konten von Wallets. Die Wallets behalten ihren Seed.',
    summary: {
      default: '{walletAccountIds} löschen. Das lässt sich nicht rückgängig machen.',
      unexported:
        '{walletAccountIds} löschen, auch wenn nie exportiert. Das lässt sich nicht rückgängig machen, und das Guthaben kann verloren sein.',
    },
    action: 'Konten löschen',
    done: 'Konten gelöscht',
    single: { action: 'Dieses Konto löschen', done: 'Konto gelöscht' },
    fields: { walletAccountIds: { label: 'Konten' }, deleteWithoutExport },
  },

  delete_private_keys: {
    title: 'Private Schlüssel löschen',
    about: 'Löscht private Schlüssel, die beim Dienst liegen, mit ihren Adressen.',
    summary: {
      default: '{privateKeyIds} löschen. Das lässt sich nicht rückgängig machen.',
      unexported:
        '{privateKeyIds} löschen, auch wenn nie exportiert. Das lässt sich nicht rückgängig machen, und das Guthaben kann verloren gehen.',
    },
    action: 'Schlüssel löschen',
    done: 'Private Schlüssel gelöscht',
    single: { action: 'Diesen privaten Schlüssel löschen', done: 'Privater Schlüssel gelöscht' },
    fields: { privateKeyIds: { label: 'Private Schlüssel' }, deleteWithoutExport },
  },

  delete_smart_contract_interface: {
    title: 'Contract-Schnittstelle löschen',
    about:
      'Löscht eine Contract-Schnittstelle. Richtlinien können die Aufrufe ihres Contracts nicht mehr lesen.',
    summary: {
      default:
        'Die Contract-Schnittstelle {smartContractInterfaceId} löschen. Das lässt sich nicht rückgängig machen.',
    },
    action: 'Schnittstelle löschen',
    done: 'Contract-Schnittstelle gelöscht',
    fields: { smartContractInterfaceId: { label: 'Contract-Schnittstelle' } },
  },

  get_wallet_address_balances: {
    title: 'Guthaben',
    about:
      'Zeigt, was ein Konto auf einer Chain hat: ihre Währung und Token, die der Dienst kennt.',
    summary: { default: 'Nachsehen, was {address} auf {caip2} hat.' },
    action: 'Guthaben anzeigen',
    done: 'Guthaben',
    fields: { address: { label: 'Adresse' }, caip2: { label: 'Chain' } },
  },

  get_nonces: {
    title: 'Nächste Nonce',
    about: 'Zeigt die Nummer, die die nächste Transaktion eines Kontos auf einer Chain haben muss.',
    summary: { default: 'Die nächste Nonce von {address} auf {caip2} nachsehen.' },
    action: 'Nonce anzeigen',
    done: 'Nächste Nonce',
    fields: {
      address: { label: 'Adresse' },
      caip2: { label: 'Chain' },
      nonce: { label: 'Nonce des Kontos' },
      gasStationNonce: { label: 'Nonce seiner Gas Station' },
    },
  },

  get_send_transaction_status: {
    title: 'Status einer Transaktion',
    about: 'Zeigt, wie weit eine Transaktion ist, die der Dienst senden soll.',
    summary: { default: 'Den Status der Transaktion {sendTransactionStatusId} anzeigen.' },
    action: 'Status anzeigen',
    done: 'Status der Transaktion',
    fields: { sendTransactionStatusId: { label: 'ID ihres Status' } },
  },

  get_onramp_transaction_status: {
    title: 'Kaufstatus',
    about: 'Zeigt den Fortschritt eines Kaufs bei einem On-Ramp-Anbieter.',
    summary: { default: 'Den Status des Kaufs {transactionId} anzeigen.' },
    action: 'Status anzeigen',
    done: 'Kaufstatus',
    fields: {
      transactionId: { label: 'Kauf' },
      refresh: { label: 'Beim Anbieter nachfragen' },
    },
  },

  get_authenticators: {
    title: 'Passkeys',
    about: 'Listet die Passkeys eines Benutzers auf.',
    summary: { default: 'Die Passkeys von {userId} auflisten.' },
    action: 'Passkeys anzeigen',
    done: 'Passkeys',
    fields: { userId: user },
  },

  create_authenticators: {
    title: 'Passkey hinzufügen',
    about: 'Lässt einen Passkey für einen Benutzer signieren.',
    summary: { default: 'Einen neuen Passkey für {userId} signieren lassen.' },
    action: 'Passkey hinzufügen',
    done: 'Passkey hinzugefügt',
    fields: {
      userId: user,
      authenticators: {
        label: 'Passkeys',
        item: 'Passkey',
        fields: {
          authenticatorName: { label: 'Name' },
          challenge: { label: 'Zufallswert' },
          attestation: { label: 'Attestierung' },
        },
      },
    },
  },

  delete_authenticators: {
    title: 'Passkeys entfernen',
    about: 'Entfernt Passkeys eines Benutzers. Sie funktionieren ab sofort nicht mehr.',
    summary: { default: 'Passkeys von {userId} entfernen: {authenticatorIds}.' },
    action: 'Passkeys entfernen',
    done: 'Passkeys entfernt',
    single: { action: 'Diesen Passkey entfernen', done: 'Passkey entfernt' },
    fields: { userId: user, authenticatorIds: { label: 'Passkeys' } },
  },

  create_api_keys: {
    title: 'API-Schlüssel hinzufügen',
    about: 'Lässt API-Schlüssel für einen Benutzer signieren. Sie funktionieren sofort.',
    summary: { default: 'Neue API-Schlüssel für {userId} signieren lassen: {apiKeys}.' },
    action: 'API-Schlüssel hinzufügen',
    done: 'API-Schlüssel hinzugefügt',
    fields: {
      userId: user,
      apiKeys: {
        label: 'API-Schlüssel',
        help: 'Ein Benutzer kann 10 Schlüssel haben, die nicht ablaufen, und 10, die ablaufen. Darüber hinaus ersetzt ein neuer, der abläuft, den ältesten, der abläuft.',
        item: 'API-Schlüssel',
        fields: {
          apiKeyName: { label: 'Name' },
          curveType: { label: 'Kurve' },
          publicKey: {
            label: 'Öffentlicher Schlüssel',
            help: 'In Hex, oder der Text oder QR-Code, den ein anderes Gerät bei seiner Einrichtung zeigt. Der private Schlüssel bleibt, wo er ist.',
          },
          expirationSeconds: { label: 'Gültigkeit' },
        },
      },
    },
  },

  delete_api_keys: {
    title: 'API-Schlüssel entfernen',
    about: 'Entfernt API-Schlüssel eines Benutzers. Sie funktionieren ab sofort nicht mehr.',
    summary: { default: 'API-Schlüssel von {userId} entfernen: {apiKeyIds}.' },
    action: 'API-Schlüssel entfernen',
    done: 'API-Schlüssel entfernt',
    single: { action: 'Diesen API-Schlüssel entfernen', done: 'API-Schlüssel entfernt' },
    fields: { userId: user, apiKeyIds: { label: 'API-Schlüssel' } },
  },

  list_policies: {
    title: 'Richtlinien auflisten',
    about: 'Alle Richtlinien der Organisation.',
    summary: { default: 'Alle Richtlinien auflisten.' },
    action: 'Richtlinien auflisten',
    done: 'Richtlinien aufgelistet',
    fields: {},
  },

  get_policy: {
    title: 'Eine Richtlinie nachschlagen',
    about: 'Was eine Richtlinie erlaubt oder verbietet, und wann.',
    summary: { default: '{policyId} nachschlagen.' },
    action: 'Nachschlagen',
    done: 'Richtlinie gefunden',
    fields: { policyId: { label: 'Richtlinie' } },
  },

  create_policy: {
    title: 'Eine Richtlinie hinzufügen',
    about: 'Entscheidet, wer was tun darf und wie viele Personen genehmigen müssen.',
    summary: { default: 'Die Richtlinie {policyName} hinzufügen.' },
    action: 'Richtlinie hinzufügen',
    done: 'Richtlinie hinzugefügt',
    fields: newPolicy,
  },

  create_policies: {
    title: 'Mehrere Richtlinien hinzufügen',
    about: 'Fügt Richtlinien mit einer Anfrage hinzu: alle oder keine.',
    summary: { default: 'Diese Richtlinien hinzufügen: {policies}.' },
    action: 'Richtlinien hinzufügen',
    done: 'Richtlinien hinzugefügt',
    fields: { policies: { label: 'Richtlinien', item: 'Richtlinie', fields: newPolicy } },
  },

  update_policy: {
    title: 'Eine Richtlinie ändern',
    about: 'Ändert, was eine Richtlinie erlaubt oder verbietet. Es gilt sofort.',
    summary: { default: '{policyId} ändern.' },
    action: 'Richtlinie ändern',
    done: 'Richtlinie geändert',
    fields: {
      policyId: { label: 'Richtlinie' },
      policyName: { label: 'Name' },
      policyEffect: { label: 'Wirkung' },
      policyConsensus: {
        label: 'Wer genehmigen muss',
        remove: 'Nötige Genehmigungen entfernen',
        removed: 'Nötige Genehmigungen entfernt',
      },
      policyCondition: {
        label: 'Welche Anfragen',
        remove: 'Bedingung entfernen',
        removed: 'Bedingung entfernt',
      },
      time: { label: 'Wann', remove: 'Zeitgrenze entfernen', removed: 'Zeitgrenze entfernt' },
      policyNotes: { label: 'Notizen' },
    },
  },

  delete_policy: {
    title: 'Eine Richtlinie löschen',
    about: 'Entfernt eine Richtlinie. Was nur sie erlaubt hat, wird verboten.',
    summary: { default: '{policyId} löschen.' },
    action: 'Richtlinie löschen',
    done: 'Richtlinie gelöscht',
    fields: { policyId: { label: 'Richtlinie' } },
  },

  delete_policies: {
    title: 'Mehrere Richtlinien löschen',
    about: 'Entfernt Richtlinien mit einer Anfrage. Was nur sie erlaubt haben, wird verboten.',
    summary: { default: '{policyIds} löschen.' },
    action: 'Richtlinien löschen',
    done: 'Richtlinien gelöscht',
    single: { action: 'Diese Richtlinie löschen', done: 'Richtlinie gelöscht' },
    fields: { policyIds: { label: 'Richtlinien' } },
  },

  update_root_quorum: {
    title: 'Das Root-Quorum ändern',
    about:
      'Legt fest, wer in dieser Organisation alles darf und wie viele davon genehmigen müssen. Keine Richtlinie bindet sie.',
    summary: {
      default: '{userIds} zum Root-Quorum machen. Nötige Genehmigungen: {threshold}.',
    },
    action: 'Root-Quorum ändern',
    done: 'Root-Quorum geändert',
    fields: {
      userIds: { label: 'Root-Benutzer', help: 'Sie ersetzen die bisherigen.' },
      threshold: {
        label: 'Wie viele genehmigen müssen',
        help: 'Höchstens so viele, wie Zugangsdaten haben: Sonst könnte niemand das Quorum je wieder ändern.',
      },
    },
  },

  update_organization_name: {
    title: 'Die Organisation umbenennen',
    about: 'Ändert den Namen der Organisation. Das kann nur das Root-Quorum.',
    summary: { default: 'Die Organisation in „{organizationName}“ umbenennen.' },
    action: 'Organisation umbenennen',
    done: 'Organisation umbenannt',
    fields: { organizationName: { label: 'Neuer Name' } },
  },

  get_ip_allowlist: {
    title: 'Liste erlaubter IPs nachschlagen',
    about:
      'Zeigt, von welchen IP-Adressen aus sich die Organisation oder ein API-Schlüssel verwenden lässt.',
    summary: { default: 'Die Liste erlaubter IPs anzeigen.' },
    action: 'Liste anzeigen',
    done: 'Liste erlaubter IPs',
    fields: { publicKey: allowlistKey },
  },

  set_ip_allowlist: {
    title: 'Liste erlaubter IPs festlegen',
    about:
      'Legt fest, von welchen IP-Adressen Anfragen angenommen werden. Ersetzt die bisherige Liste.',
    summary: {
      default: 'Anfragen nur aus diesen Bereichen annehmen: {rules}.',
      off: 'Diese Bereiche speichern, ohne sie durchzusetzen: {rules}.',
      key: 'Anfragen mit dem API-Schlüssel {publicKey} nur aus diesen Bereichen annehmen: {rules}.',
    },
    action: 'Liste festlegen',
    done: 'Liste festgelegt',
    fields: {
      publicKey: allowlistKey,
      enabled: {
        label: 'Durchsetzen',
        help: 'Schalte es ein, sobald die Bereiche stimmen. Eine Liste für einen API-Schlüssel gilt nur, solange die der Organisation durchgesetzt wird.',
      },
      rules: {
        label: 'Bereiche',
        item: 'Bereich',
        fields: { cidr: { label: 'IP-Bereich' }, label: { label: 'Bezeichnung' } },
      },
      onEvaluationError: { label: 'Wenn die Adresse unbekannt ist' },
    },
  },

  remove_ip_allowlist: {
    title: 'Liste erlaubter IPs entfernen',
    about: 'Entfernt die Bereiche der Organisation oder eines API-Schlüssels.',
    summary: {
      default:
        'Die Liste erlaubter IPs der Organisation entfernen. Anfragen werden dann von überall angenommen.',
      key: 'Die Liste erlaubter IPs des API-Schlüssels {publicKey} entfernen. Dann gilt für ihn die der Organisation.',
    },
    action: 'Liste entfernen',
    done: 'Liste entfernt',
    fields: { publicKey: allowlistKey },
  },

  get_policy_evaluations: {
    title: 'Nachschlagen, was Richtlinien ergaben',
    about: 'Was jede Richtlinie bei jeder Stimme über eine Aktivität ergab.',
    summary: { default: 'Nachschlagen, was Richtlinien über {activityId} ergaben.' },
    action: 'Nachschlagen',
    done: 'Ergebnisse gefunden',
    fields: { activityId: { label: 'Aktivität' } },
  },

  create_mfa_policy: {
    title: 'Mehrere Faktoren verlangen',
    about:
      'Lässt jemanden auf mehrere Arten nachweisen, wer er ist, bevor seine Aufträge ausgeführt werden.',
    summary: {
      default: 'Von {userId} mehr Faktoren verlangen, nach der MFA-Richtlinie {mfaPolicyName}.',
    },
    action: 'Faktoren verlangen',
    done: 'Faktoren verlangt',
    fields: {
      userId: user,
      mfaPolicyName: { label: 'Name' },
      condition: { label: 'Welche Anfragen' },
      requiredAuthenticationMethods: {
        label: 'Nötige Schritte',
        item: 'Schritt',
        fields: {
          any: {
            label: 'Einer von',
            item: 'Faktor',
            fields: { type: { label: 'Faktor' }, id: { label: 'Nur dieser' } },
          },
        },
      },
      order: {
        label: 'Reihenfolge',
        help: 'Von den zutreffenden Richtlinien gilt nur die mit der kleinsten Zahl.',
      },
      notes: { label: 'Notizen' },
    },
  },

  delete_mfa_policy: {
    title: 'Eine MFA-Richtlinie löschen',
    about: 'Verlangt von jemandem nicht mehr mehrere Faktoren.',
    summary: { default: 'Die MFA-Richtlinie {mfaPolicyId} von {userId} löschen.' },
    action: 'MFA-Richtlinie löschen',
    done: 'MFA-Richtlinie gelöscht',
    fields: { userId: user, mfaPolicyId: { label: 'MFA-Richtlinie' } },
  },

  get_mfa_policies: {
    title: 'MFA-Richtlinien eines Benutzers',
    about: 'Zeigt, welche Faktoren ein Benutzer bei welchen Anfragen vorweisen muss.',
    summary: { default: 'Die MFA-Richtlinien von {userId} anzeigen.' },
    action: 'MFA-Richtlinien anzeigen',
    done: 'MFA-Richtlinien',
    fields: { userId: user },
  },

  get_mfa_policy: {
    title: 'Eine MFA-Richtlinie nachschlagen',
    about:
      'Zeigt eine MFA-Richtlinie eines Benutzers: ihre Bedingung und die Faktoren, die sie verlangt.',
    summary: { default: 'Die MFA-Richtlinie {mfaPolicyId} von {userId} anzeigen.' },
    action: 'MFA-Richtlinie anzeigen',
    done: 'MFA-Richtlinie gefunden',
    fields: { userId: user, mfaPolicyId: { label: 'ID der MFA-Richtlinie' } },
  },

  get_mfa_status: {
    title: 'Fehlende Faktoren nachsehen',
    about: 'Zeigt, welche Faktoren eine Aktivität braucht und welche sie hat.',
    summary: { default: 'Nachsehen, welche Faktoren {activityId} braucht.' },
    action: 'Nachsehen',
    done: 'Faktoren gefunden',
    fields: { activityId: { label: 'Aktivität' }, userId: user },
  },

  approve_activity: {
    title: 'Eine Aktivität genehmigen',
    about: 'Fügt deine Genehmigung hinzu. Mit genug Genehmigungen wird die Aktivität ausgeführt.',
    summary: { default: 'Die Aktivität mit dem Fingerabdruck {fingerprint} genehmigen.' },
    action: 'Genehmigen',
    done: 'Genehmigt',
    fields: { fingerprint: { label: 'Fingerabdruck' } },
  },

  reject_activity: {
    title: 'Eine Aktivität ablehnen',
    about: 'Beendet die Aktivität für alle.',
    summary: { default: 'Die Aktivität mit dem Fingerabdruck {fingerprint} ablehnen.' },
    action: 'Ablehnen',
    done: 'Abgelehnt',
    fields: { fingerprint: { label: 'Fingerabdruck' } },
  },

  create_read_only_session: {
    title: 'Lesesitzung starten',
    about: 'Lässt diesen Browser eine Stunde lang ohne weitere Nachfrage lesen.',
    summary: { default: 'Diesen Browser eine Stunde lang ohne weitere Nachfrage lesen lassen.' },
    action: 'Lesen starten',
    done: 'Lesesitzung gestartet',
    fields: {},
  },
} satisfies OperationWords;
