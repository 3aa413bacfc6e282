import type { policyScreenWords } from '../en/policy-screen.ts';
import type { Translation } from '../translation.ts';

export const policyScreenWordsDe = {
  'policy.allows.count': {
    one: 'Alle können {what}, ohne eine zweite Genehmigung.',
    other: 'Alle können {what}, sobald {count} Personen genehmigen, die anfragende mitgezählt.',
  },
  'policy.allows.people': {
    one: '{names} kann allein {what}.',
    other:
      '{names} kann {what}, sobald {count} von ihnen genehmigen, die anfragende Person mitgezählt.',
  },
  'policy.allows.credential': 'Alle können {what}, wenn sie damit signieren: {types}.',
  'policy.allows.several': 'Alle können {what}, wenn genug Personen genehmigen.',
  'policy.allows.severalOf': '{names} kann {what}, wenn genug Personen genehmigen.',
  'policy.allows.text': 'Alle können {what}, mit den Genehmigungen, die ihr Text beschreibt.',
  'policy.denies': 'Niemand außer dem Root-Quorum kann {what}.',
  'policy.otherEffect':
    'Ihre Wirkung, {effect}, kennt Keystamp nicht. Es geht darum, wer {what} kann.',
  'policy.only': 'Nur {limit}.',
  'policy.applies': 'Das gilt nur {limit}.',
  'policy.people.tag': 'eine Person mit dem Tag {tag}',
  'policy.others.one':
    'Anfragen anderer werden abgelehnt, außer eine andere Richtlinie hält sie offen, bis {names} genehmigt.',
  'policy.others.several':
    'Anfragen anderer werden abgelehnt, außer eine andere Richtlinie hält sie offen, bis genug dieser Personen genehmigen.',
  'policy.others.credential':
    'Andere Anfragen werden abgelehnt, außer eine andere Richtlinie hält sie für eine solche Genehmigung offen.',

  'policy.do.all': 'alles tun',
  'policy.do.text': 'tun, was ihre Bedingung beschreibt',
  'policy.do.operation': '„{title}“',
  'policy.do.named': '{names}',
  'policy.do.resource': 'alles mit „{resource}“ tun',
  'policy.do.action': 'alles {action}',
  'policy.do.both': '{resource} {action}',
  'policy.do.keys': 'alles mit „private Schlüssel und ihre Tags“ tun und mit Wallets signieren',
  'policy.do.sign': 'mit Wallets und privaten Schlüsseln signieren',
  'policy.change.nothing': 'Nichts. Die Richtlinie gibt es dann nicht mehr.',
  'policy.change.wider': 'Damit können Personen womöglich mehr als zuvor.',
  'policy.change.notWider': 'Niemand kann damit mehr als zuvor.',
  'policy.change.all': 'Ja, alle in der Organisation können allein alles tun',

  'policy.resource.AUTH': 'Anmeldungen',
  'policy.resource.CREDENTIAL': 'Zugangsdaten',
  'policy.resource.FIAT_TRANSACTION': 'Käufe',
  'policy.resource.MFA_POLICY': 'MFA-Richtlinien',
  'policy.resource.ORGANIZATION': 'Organisationen',
  'policy.resource.OTP': 'Einmalcodes',
  'policy.resource.POLICY': 'Richtlinien',
  'policy.resource.PRIVATE_KEY': 'private Schlüssel und ihre Tags',
  'policy.resource.SMART_CONTRACT_INTERFACE': 'Verträge',
  'policy.resource.USER': 'Benutzer und Tags',
  'policy.resource.WALLET': 'Wallets und ihre Konten',
  'policy.resource.WEBHOOK_ENDPOINT': 'Webhook-Endpunkte',
  'policy.action.CREATE': 'erstellen',
  'policy.action.UPDATE': 'ändern',
  'policy.action.DELETE': 'löschen',
  'policy.action.EXPORT': 'exportieren',
  'policy.action.IMPORT': 'importieren',
  'policy.action.SIGN': 'signieren',
  'policy.action.VERIFY': 'bestätigen',

  'policy.only.wallet.id': 'mit der Wallet {names}',
  'policy.only.wallet.label': 'mit einer Wallet namens {names}',
  'policy.only.private_key.id': 'mit dem privaten Schlüssel {names}',
  'policy.only.private_key.label': 'mit einem privaten Schlüssel namens {names}',
  'policy.only.wallet_account.address': 'mit dem Konto {names}',
  'policy.only.eth.tx.to': 'an {names}',
  'policy.only.eth.tx.chain_id': 'im EVM-Netzwerk mit der Chain-ID {names}',
  'policy.only.eth.tx.value': 'bis {amount} Wei',
  'policy.only.activity.params.user_id': 'für den Benutzer {names}',
  'policy.only.activity.params.wallet_id': 'für die Wallet {names}',
  'policy.only.text': 'in den Fällen, die ihr Text beschreibt',

  'policy.needs.count': {
    one: 'Wer anfragt, genügt.',
    other: 'Braucht {count} Personen; wer anfragt, zählt mit.',
  },
  'policy.needs.people': {
    one: 'Dazu muss {names} anfragen oder genehmigen.',
    other: 'Braucht {count} von diesen, wer anfragt, zählt mit: {names}.',
  },
  'policy.needs.credential': 'Braucht eine Genehmigung mit: {types}.',
  'policy.if.count': {
    one: 'wenn jemand anfragt',
    other: 'sobald {count} Personen genehmigen, die anfragende mitgezählt',
  },
  'policy.if.people': {
    one: 'wenn {names} anfragt oder genehmigt',
    other: 'sobald {count} von diesen genehmigen, wer anfragt, zählt mit: {names}',
  },
  'policy.if.credential': 'wenn eine Genehmigung gegeben wird mit: {types}',
  'policy.if.text': 'mit den Genehmigungen, die ihr Text beschreibt',

  'policy.time.from': 'ab {time} (UTC)',
  'policy.time.until': 'bis {time} (UTC)',
  'policy.time.daily': 'für {length} ab {at} Uhr an jedem Tag ({zone})',
  'policy.time.days': 'für {length} ab {at} Uhr am {days} ({zone})',
  'policy.time.notDaily': 'außerhalb von {length} ab {at} Uhr an jedem Tag ({zone})',
  'policy.time.notDays': 'außerhalb von {length} ab {at} Uhr am {days} ({zone})',
  'policy.time.text': 'zu den Zeiten, die ihr Text beschreibt',
  'policy.days.run': '{first} bis {last}',

  'policy.fault.place': 'Zeile {line}, Zeichen {at}',
  'policy.fault.show': 'Zur Stelle',
  'policy.fault.refused': 'Der Dienst wird diesen Text wahrscheinlich ablehnen.',
  'policy.fault.empty': 'Hier steht nichts.',
  'policy.fault.too_long': 'Der Text ist zu lang.',
  'policy.fault.too_deep': 'Zu viele Klammern oder Elemente ineinander.',
  'policy.fault.too_many_parts':
    'Der Text hat {subject} Teile. Eine Richtlinie kann höchstens {other} haben.',
  'policy.fault.too_many_steps':
    'Das zu prüfen kann mehr als {subject} Schritte brauchen, und das ist zu viel. Am meisten kosten Listen in Listen.',
  'policy.fault.unexpected_character': '„{subject}“ gehört nicht zur Sprache der Richtlinien.',
  'policy.fault.unfinished_text': 'Ein Text in einfachen Anführungszeichen endet nicht.',
  'policy.fault.unexpected_end': 'Am Ende fehlt etwas.',
  'policy.fault.unexpected_end.expected': 'Am Ende fehlt „{other}“.',
  'policy.fault.unexpected_word': '„{subject}“ kann hier nicht stehen.',
  'policy.fault.unexpected_word.expected': 'Vor „{subject}“ fehlt „{other}“.',
  'policy.fault.no_arithmetic': '„{subject}“: Richtlinien können nicht rechnen.',
  'policy.fault.negation_unclear':
    'Worauf sich „!“ vor „{subject}“ bezieht, ist unklar. Setze Klammern: !(…).',
  'policy.fault.chained_comparison': 'Ein Vergleich nach dem anderen. Zwei verbindet „&&“.',
  'policy.fault.unknown_name': 'Hier gibt es kein „{subject}“.',
  'policy.fault.other_clause':
    '„{subject}“ gibt es nur in einem anderen Teil der Richtlinie: {other}.',
  'policy.fault.unknown_member': 'Hier gibt es kein Element „{subject}“.',
  'policy.fault.brackets_needed': 'Schreibe hier [’{subject}’] statt eines Punkts.',
  'policy.fault.unknown_method': 'Eine Methode „{subject}“ gibt es nicht.',
  'policy.fault.not_bool': 'Dies ist ein Wert vom Typ {subject}, keine Bedingung.',
  'policy.fault.not_int': 'Dies ist ein Wert vom Typ {subject}, keine ganze Zahl.',
  'policy.fault.not_list': 'Dies ist ein Wert vom Typ {subject}, keine Liste.',
  'policy.fault.not_indexable': 'Ein Wert vom Typ {subject} hat keine Elemente.',
  'policy.fault.not_comparable': 'Ein Wert vom Typ {subject} lässt sich so nicht vergleichen.',
  'policy.fault.different_types':
    'Die zwei Seiten haben verschiedene Typen: {subject} und {other}.',
  'policy.fault.mixed_list':
    'Eine Liste hat Werte eines Typs. Dies ist {subject}, die anderen sind {other}.',
  'policy.fault.member_twice': 'Das Element „{subject}“ steht hier zweimal.',
  'policy.fault.text_needed': 'Hier gehört ein Text in einfachen Anführungszeichen hin.',
  'policy.fault.invalid_timestamp': 'Das ist keine Zeit in UTC wie 2030-01-31T00:00:00Z.',
  'policy.fault.invalid_cron': 'Das ist kein Cron-Text mit fünf Feldern aus Zahlen.',
  'policy.fault.invalid_duration':
    'Das ist keine Spanne aus Tagen, Stunden und Minuten in dieser Reihenfolge wie 8h oder 1d12h. Die längste ist 7d.',
  'policy.fault.invalid_zone': 'Das ist keine Zeitzone wie Europe/Berlin.',
  'policy.fault.int_too_large': 'Die ganze Zahl hat mehr als 256 Bit.',

  'policy.unknown.name': 'Keystamp kennt „{subject}“ nicht als Wert von {name}.',
  'policy.unknown.name.like':
    'Keystamp kennt „{subject}“ nicht als Wert von {name}. Meinst du „{like}“?',
  'policy.unknown.wallet': 'Keine Wallet dieser Organisation hat die ID „{subject}“.',
  'policy.unknown.privateKey':
    'Kein privater Schlüssel dieser Organisation hat die ID „{subject}“.',
  'policy.unknown.privateKeyTag':
    'Kein Tag der privaten Schlüssel dieser Organisation hat die ID „{subject}“.',
  'policy.unknown.user': 'Kein Benutzer dieser Organisation hat die ID „{subject}“.',
  'policy.unknown.userTag': 'Kein Tag dieser Organisation hat die ID „{subject}“.',

  'policy.warning.title': 'Einen zweiten Blick wert',
  'policy.warning.deny_errs':
    'Schützt nicht bei {activities}. Die Richtlinie liest etwas, das es dort nicht gibt, lässt sich nicht auswerten und wird übergangen.',
  'policy.warning.deny_always_errs':
    'Schützt nichts. Die Richtlinie liest Dinge, die keine Aktivität zusammen hat, lässt sich nicht auswerten und wird übergangen.',
  'policy.warning.no_time': 'Gilt zu keiner Zeit: Sie endet, bevor sie beginnt.',
  'policy.warning.call_any_contract':
    'Sagt nicht, für welchen Vertrag: Die Richtlinie gilt für jeden, dessen Schnittstelle deine Organisation speichert. Vergleiche eth.tx.to mit einer Adresse.',
  'policy.warning.any_chain':
    'Gilt in jedem EVM-Netzwerk, und dieselbe Adresse kann dort jemand anderem gehören. Vergleiche eth.tx.chain_id mit einer Zahl.',
  'policy.warning.message_any_contract':
    'Gilt für Nachrichten an jeden Vertrag: Der Name einer Domain ist nur eine Behauptung des Absenders. Vergleiche eth.eip_712.domain.verifying_contract mit einer Adresse.',
  'policy.warning.no_interfaces':
    'Erkennt nicht, was ein Aufruf tut: Deine Organisation speichert keine Schnittstelle eines Vertrags, also wird die Richtlinie bei jedem Aufruf übergangen. Füge zuerst den Vertrag hinzu.',
  'policy.warning.no_interface':
    'Erkennt nicht, was ein Aufruf von {subject} tut: Deine Organisation speichert dafür keine Schnittstelle, also wird die Richtlinie bei jedem Aufruf übergangen. Füge zuerst den Vertrag hinzu.',
  'policy.warning.grant_any_spender':
    'Erlaubt jede Adresse als Empfänger einer Freigabe, die sich dann ohne weitere Frage Token nehmen kann: {subject}. Vergleiche sie mit einer Adresse.',
  'policy.warning.grant_any_amount':
    'Erlaubt jeden Betrag, der dann ohne weitere Frage genommen werden kann: {subject}. Begrenze den Betrag.',
  'policy.warning.raw_allowed':
    'Erlaubt auch, Rohdaten zu signieren, und die können der Hash jeder Transaktion oder Nachricht sein. Das umgeht {policies}.',
  'policy.warning.raw_around':
    'Gilt nicht für Rohdaten, und die können der Hash jeder Transaktion oder Nachricht sein. Sie zu signieren erlaubt {policies}.',
  'policy.warning.delegations':
    'Erlaubt Transaktionen vom Typ 4, die ein Konto beliebigem Code übergeben können. Welchem, kann keine Richtlinie sehen.',
  'policy.warning.offer': 'Dagegen hilft eine Richtlinie, die dies verbietet:',
  'policy.warning.offerRaw':
    'Dagegen hilft eine Richtlinie, die dies verbietet, und damit auch die meisten Nachrichten:',
  'policy.warning.deny_call':
    'Verbietet keinen Aufruf, dessen Argumente nicht lesbar sind, und keine Zahl über 128 Bit wie eine unbegrenzte Freigabe: Die Richtlinie wird dann übergangen. Erlaube lieber nur, was du meinst.',
  'policy.warning.type_version':
    '„{subject}“ ist eine Version einer Aktivität. Spätere deckt sie nicht ab: activity.kind deckt alle ab.',
  'policy.warning.tag_name':
    '„{subject}“ ist keine ID eines Tags. Tags werden nach ihren IDs verglichen, nicht nach ihren Namen.',
  'policy.warning.not_id': '„{subject}“ ist keine ID.',
  'policy.warning.mixed_joins':
    'Ob „&&“ oder „||“ zuerst gilt, ist nicht veröffentlicht. Setze Klammern um das, was zusammengehört.',
  'policy.warning.letter_case':
    'Ob es in „{subject}“ auf Großbuchstaben ankommt, ist nicht veröffentlicht. Wenn ja, greift die Richtlinie vielleicht nicht.',
  'policy.warning.int_width':
    'Was der Vergleich dieser ganzen Zahlen ergibt, ist nicht veröffentlicht. Vergleiche mit je einer Zahl und verbinde mit „||“.',
  'policy.warning.text_in_list':
    'Texte eines Vertrags oder typisierter Daten lassen sich nicht in einer Liste suchen. Vergleiche mit je einem Text und verbinde mit „||“.',
  'policy.warning.slice_end':
    'Endet ein Text oder eine Liste vor diesem Bereich, wird vielleicht die ganze Richtlinie übergangen: Das ist nicht veröffentlicht.',
  'policy.warning.changing_clocks':
    'Wann diese Spanne an den Tagen der Zeitumstellung in {subject} beginnt, ist nicht veröffentlicht.',

  'policy.trial.title': 'Ausprobieren',
  'policy.trial.about':
    'So hätte diese Richtlinie über bis zu {count} der letzten Aktivitäten entschieden, mit den Benutzern, Tags und Zugangsdaten von heute.',
  'policy.trial.start': 'Letzte Aktivitäten ausprobieren',
  'policy.trial.unread': 'Die Aktivitäten lassen sich nicht lesen',
  'policy.trial.empty': 'Die Organisation hat noch keine Aktivitäten.',
  'policy.trial.allow': 'Würde sie erlauben',
  'policy.trial.requires_consensus': 'Bräuchte mehr Genehmigungen',
  'policy.trial.deny_implicit': 'Erlaubt sie nicht',
  'policy.trial.deny_explicit': 'Würde sie verbieten',
  'policy.trial.none': 'Verbietet sie nicht',
  'policy.trial.error': 'Nicht auswertbar',
  'policy.trial.time_inactive': 'Galt da nicht',
  'policy.trial.unknown': 'Nicht zu sagen',
  'policy.trial.typed': 'Eingaben ausprobieren',
  'policy.trial.typedAbout':
    'Was die Richtlinie allein mit dem, was du eingibst, zu den letzten Aktivitäten der Organisation gesagt hätte, höchstens {count}, mit den Benutzern, Tags und Zugangsdaten von heute.',
  'policy.trial.changed': 'Du hast die Richtlinie seit dem letzten Ausprobieren geändert.',
  'policy.trial.unchosen':
    'Wähle zuerst die Richtlinie. Hast du das, dann kann Keystamp nicht lesen, was sie heute sagt, und sie nicht ausprobieren.',
  'policy.trial.unreadable':
    'Keystamp kann einen Teil der Richtlinie nicht lesen und weiß deshalb nicht, was sie gesagt hätte.',
} as const satisfies Translation<typeof policyScreenWords>;
