import type { policyBuilderWords } from '../en/policy-builder.ts';
import type { Translation } from '../translation.ts';

export const policyBuilderWordsDe = {
  'builder.templates': 'Mit einer Vorlage beginnen',
  'builder.template.signing': 'Zwei Personen für Signaturen und Exporte',
  'builder.template.renames': 'Eine Person benennt um',
  'builder.template.deletions': 'Löschen sperren',
  'builder.template.hours': 'Nur zu Bürozeiten signieren',
  'builder.effect': 'Diese Richtlinie',
  'builder.allow': 'Erlaubt',
  'builder.deny': 'Verbietet',
  'builder.says': 'Was daraus folgt',
  'builder.unchosen': 'Wähle zuerst die Richtlinie.',
  'builder.untold': 'Das sagt mehr, als sich hier zeigen lässt. Ändere den Text unter Erweitert.',

  'builder.who': 'Wer',
  'builder.whose': 'Wessen Anfragen',
  'builder.also': 'Und Genehmigung von',
  'builder.people': 'Personen',
  'builder.tags': 'Tags',
  'builder.anyone': 'Lass beides leer für alle.',
  'builder.count': 'Wie viele genehmigen müssen',
  'builder.count.of': {
    one: '1, auch wer anfragt',
    other: '{count}, wer anfragt, zählt mit',
  },
  'builder.also.add': 'Auch andere fragen',
  'builder.also.remove': 'Diese Genehmigungen entfernen',
  'builder.credential': 'Signiert mit {types}',

  'builder.what': 'Tut was',
  'builder.what.all': 'Alles',
  'builder.what.choose': 'Auswählen',
  'builder.remove': 'Entfernen: {what}',

  'builder.with': 'Mit welcher Wallet oder welchem Schlüssel',
  'builder.with.any': 'Beliebig',
  'builder.with.wallet': 'Wallets',
  'builder.with.privateKey': 'Schlüssel',

  'builder.when': 'Wann',
  'builder.when.always': 'Zu jeder Stunde',
  'builder.when.inside': 'In diesen Zeiten',
  'builder.when.outside': 'Außerhalb',
  'builder.days': 'Tage',
  'builder.from': 'Von',
  'builder.to': 'Bis',
  'builder.zone': 'Zeitzone',
  'builder.date.from': 'Startdatum',
  'builder.date.from.past': 'Dieser Tag hat begonnen: Es gibt nichts abzuwarten.',
  'builder.date.until': 'Enddatum',
  'builder.date.until.past': 'Dieser Tag ist vorbei: Die Richtlinie gilt nicht mehr.',
  'builder.date.reversed': 'Das Ende liegt vor dem Start. Wähle ein späteres Ende.',
  'builder.date.help':
    'Beide Tage zählen ganz, von Mitternacht bis Mitternacht in deiner Zeitzone ({zone}). In der Richtlinie stehen diese Zeitpunkte in UTC.',

  'builder.advanced': 'Erweitert: der Text der Richtlinie',
} as const satisfies Translation<typeof policyBuilderWords>;
