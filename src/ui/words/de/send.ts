import type { sendWords } from '../en/send.ts';
import type { Translation } from '../translation.ts';

export const sendWordsDe = {
  'send.from': 'Von',
  'send.chainless': 'Von diesem Konto kann Keystamp noch nicht senden',
  'send.chainless.text':
    'Nur Konten mit einer Ethereum-Adresse können senden. Bei anderen signierst du, was du anderswo senden willst.',
  'send.asset': 'Coin oder Token',
  'send.asset.tokenText':
    'Jeder kann einem Token jeden Namen geben. Nur die Adresse des Vertrags sagt, welcher es ist:',
  'send.assets.none': 'Auf {network} ist nichts zu senden',
  'send.assets.none.text':
    'Der Dienst führt dort weder Coin noch Token dieses Kontos. Wähle ein anderes Netzwerk.',

  'send.to': 'An',
  'send.to.help': 'Eine Adresse, die mit 0x beginnt.',
  'send.to.choose': 'Adresse wählen',
  'send.to.missing': 'Gib eine Adresse ein oder wähle eine.',
  'send.to.name':
    'Namen wie die von ENS schlägt Keystamp nicht nach. Lass dir die Adresse geben, die mit 0x beginnt.',
  'send.senders.none': 'Noch kein Konto kann senden',
  'send.senders.noneText': 'Füge zuerst einer Wallet ein Ethereum-Konto hinzu.',
  'send.recipients.title': 'Senden an',
  'send.search': 'Name oder Adresse',
  'send.recipients.own': 'Konten deiner Organisation',
  'send.recipients.used': 'Von diesem Browser schon verwendet',
  'send.recipients.none': 'Keine Adresse gefunden.',

  'send.warn.unused': 'Hierhin hat dieser Browser noch nichts gesendet',
  'send.warn.unused.text': 'Vergleiche die ganze Adresse mit der, die du bekommen hast.',
  'send.warn.lookalike': 'Die Adresse sieht nur aus wie eine, die du kennst',
  'send.warn.lookalike.text':
    'Sie beginnt und endet wie {known}, ist aber eine andere. Vielleicht hat sie dir jemand untergeschoben.',
  'send.warn.contract': 'Das ist der Vertrag des Tokens selbst',
  'send.warn.contract.text': 'Was dorthin gesendet wird, ist meist verloren.',
  'send.warn.nobody': 'Den Schlüssel dieser Adresse hat niemand',
  'send.warn.nobody.text': 'Was du dorthin sendest, ist weg.',
  'send.warn.self': 'Das ist das Konto, das sendet',
  'send.warn.self.text': 'Es würde nur die Netzwerkgebühr kosten.',

  'send.amount': 'Betrag',
  'send.amount.max': 'Max.',
  'send.amount.kept': 'Max. lässt {amount} für die Netzwerkgebühr übrig.',
  'send.amount.missing': 'Gib einen Betrag ein.',
  'send.amount.form': 'Gib eine Zahl wie {example} ein, ohne Zeichen zwischen Tausendern.',
  'send.amount.decimals': {
    one: '{symbol} hat nur {count} Nachkommastelle.',
    other: '{symbol} hat nur {count} Nachkommastellen.',
  },
  'send.amount.whole': '{symbol} hat keine Nachkommastellen.',
  'send.amount.zero': 'Gib mehr als 0 ein.',
  'send.amount.balance': 'Das Konto hat nur {amount}.',

  'send.fee': 'Netzwerkgebühr',
  'send.fee.text':
    'Der Dienst richtet sie beim Senden nach dem Netzwerk. Dieses Konto zahlt sie in {coin}.',
  'send.fee.none': 'Dieses Konto hat keine {coin} für die Netzwerkgebühr',
  'send.fee.tight': 'Für die Netzwerkgebühr bleiben wenige {coin}',
  'send.fee.tight.text':
    'Reichen sie nicht, wird nichts gesendet, und du kannst es mit weniger noch einmal versuchen.',
  'send.review': '{amount} senden',
} as const satisfies Translation<typeof sendWords>;
