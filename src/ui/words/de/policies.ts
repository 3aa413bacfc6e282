import type { policyWords } from '../en/policies.ts';
import type { Translation } from '../translation.ts';

export const policyWordsDe = {
  'prediction.checking': 'Richtlinien werden geprüft …',
  'prediction.allowed.policies': {
    one: 'Erlaubt durch die Richtlinie {policies}.',
    other: 'Erlaubt durch die Richtlinien {policies}.',
  },
  'prediction.allowed.several': 'Erlaubt durch die Richtlinien deiner Organisation.',
  'prediction.allowed.root_quorum': 'Niemand sonst muss dies genehmigen.',
  'prediction.allowed.own_credential': 'Erlaubt: Es sind deine eigenen Zugangsdaten.',
  'prediction.consensus.of': {
    one: '{names} muss dies als Nächstes genehmigen.',
    other: 'Braucht nach dir noch {count} Genehmigungen von {names}.',
  },
  'prediction.consensus.some': 'Braucht nach dir weitere Genehmigungen von {names}.',
  'prediction.consensus.someone': 'Braucht nach dir die Genehmigung einer weiteren Person.',
  'prediction.refused.policies': 'Die Richtlinien deiner Organisation lehnen dies ab:',
  'prediction.refused.none':
    'Die Richtlinien deiner Organisation lehnen dies ab: Keine von ihnen erlaubt es.',
  'prediction.unless.deny': {
    one: 'Die Richtlinie {policies}, die Keystamp nicht lesen kann, könnte es aber verbieten.',
    other: 'Die Richtlinien {policies}, die Keystamp nicht lesen kann, könnten es aber verbieten.',
  },
  'prediction.unless.allow': {
    one: 'Die Richtlinie {policies}, die Keystamp nicht lesen kann, könnte es aber erlauben.',
    other: 'Die Richtlinien {policies}, die Keystamp nicht lesen kann, könnten es aber erlauben.',
  },
  'prediction.unless.ask_approval': {
    one: 'Die Richtlinie {policies}, die Keystamp nicht lesen kann, könnte aber weitere Genehmigungen verlangen.',
    other:
      'Die Richtlinien {policies}, die Keystamp nicht lesen kann, könnten aber weitere Genehmigungen verlangen.',
  },
  'prediction.unless.change': {
    one: 'Die Richtlinie {policies}, die Keystamp nicht lesen kann, könnte das aber ändern.',
    other: 'Die Richtlinien {policies}, die Keystamp nicht lesen kann, könnten das aber ändern.',
  },
  'prediction.denies': 'verbietet es',
  'prediction.errs': 'lässt sich nicht auswerten und bewirkt nichts',
  'prediction.unknown': 'Keystamp kann nicht sagen, was die Richtlinien ergeben: {causes}.',
  'prediction.factors': 'Danach musst du auch signieren mit: {factors}.',
  'prediction.factors.maybe': 'Danach musst du vielleicht auch signieren mit: {factors}.',
  'factors.only': '{factor} {name}',
  'prediction.cause.policies_unread': 'die Liste der Richtlinien war nicht lesbar',
  'prediction.cause.root_quorum_unread': 'das Root-Quorum war nicht lesbar',
  'prediction.cause.submitter_unread': 'dein Benutzer war nicht lesbar',
  'prediction.cause.credential_unread':
    'über deinen Schlüssel oder Passkey ist nicht alles bekannt',
  'prediction.cause.voter_unread': 'es hängt davon ab, wer genehmigt',
  'prediction.cause.target_unread': 'es hängt von der Wallet oder dem Schlüssel ab',
  'prediction.cause.transaction': 'es hängt von der Transaktion ab',
  'prediction.cause.control': 'es hängt von einem Ausgabenlimit ab',
  'prediction.cause.policy_unreadable': 'eine Richtlinie nutzt etwas, das Keystamp nicht kennt',
  'prediction.cause.other_activity': 'Keystamp kennt diese Art von Aktivität nicht',
  'prediction.cause.parameters_later': 'es hängt von Angaben ab, die noch fehlen',
  'prediction.cause.time': 'die Zeit des Dienstes ist nicht bekannt',
  'prediction.cause.too_much': 'eine Richtlinie ist zu lang zum Prüfen',
  'prediction.cause.unpublished': 'was eine Richtlinie sagt, ist nicht veröffentlicht',

  'denied.title': 'Was die Richtlinien ergaben',
  'denied.none':
    'Keine Richtlinie wurde ausgewertet. Nur das Root-Quorum darf dies, oder keine Richtlinie deckt es ab.',
  'denied.other':
    'Der Dienst nannte keine Richtlinie. Andere mögliche Ursachen: Nur das Root-Quorum darf dies, deine IP-Adresse steht nicht auf der Liste der erlaubten, der Schlüssel gehört zu einer anderen Organisation, oder die Funktion ist ausgeschaltet.',
  'denied.deleted': '{id} (inzwischen gelöscht)',
  'denied.outcome.OUTCOME_ALLOW': 'erlaubte es',
  'denied.outcome.OUTCOME_DENY_EXPLICIT': 'verbot es',
  'denied.outcome.OUTCOME_DENY_IMPLICIT': 'trifft nicht zu',
  'denied.outcome.OUTCOME_REQUIRES_CONSENSUS': 'braucht weitere Genehmigungen',
  'denied.outcome.OUTCOME_REJECTED': 'wurde abgelehnt',
  'denied.outcome.OUTCOME_ERROR': 'ließ sich nicht auswerten und bewirkte nichts',
  'denied.outcome.OUTCOME_REQUIRES_AUTHENTICATORS': 'braucht einen weiteren Faktor',
  'denied.outcome.OUTCOME_TIME_INACTIVE': 'gilt zu dieser Zeit nicht',
  'denied.outcome.other': 'ergab {outcome}',
} as const satisfies Translation<typeof policyWords>;
