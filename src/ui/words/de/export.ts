/** German text for the export of wallets and keys. */
import type { exportWords } from '../en/export.ts';
import type { Translation } from '../translation.ts';

export const exportWordsDe = {
  'export.title.wallet': 'Wallet exportieren',
  'export.title.walletAccount': 'Privaten Schlüssel eines Kontos exportieren',
  'export.title.privateKey': 'Privaten Schlüssel exportieren',
  'export.what.wallet':
    'Der Dienst verschlüsselt die Wiederherstellungsphrase der Wallet für einen Schlüssel, den nur diese Seite hat. Keystamp öffnet sie hier und prüft, ob sie zu dieser Wallet gehört.',
  'export.what.walletAccount':
    'Der Dienst verschlüsselt den privaten Schlüssel des Kontos für einen Schlüssel, den nur diese Seite hat. Keystamp öffnet ihn hier und prüft, ob er zu diesem Konto gehört.',
  'export.what.privateKey':
    'Der Dienst verschlüsselt den privaten Schlüssel für einen Schlüssel, den nur diese Seite hat. Keystamp öffnet ihn hier und prüft, ob es dieser Schlüssel ist.',
  'export.step.review': 'Übersicht',
  'export.step.run': 'Exportieren und überprüfen',
  'export.step.show': 'Sichern',
  'export.heading.review': 'Prüfe den Export',
  'export.heading.run': 'Exportieren und überprüfen',
  'export.heading.show': 'Lege eine Sicherung an',

  'export.review.what': 'Was exportiert wird',
  'export.review.wallet': 'Wiederherstellungsphrase von {name}',
  'export.review.walletAccount': 'Privater Schlüssel des Kontos {address}',
  'export.review.privateKey': 'Privater Schlüssel {name}',
  'export.review.id': 'ID',
  'export.review.path': 'Pfad',
  'export.review.target': 'Verschlüsselt für',
  'export.review.targetWhat':
    'Ein Schlüssel nur für diesen Export. Er steht nur im Speicher dieser Seite, und Keystamp vergisst ihn, sobald er einmal benutzt wurde.',
  'export.review.language': 'Sprache der Wörter',
  'export.review.languageOwn': 'Wählt der Dienst',
  'export.review.languageHelp':
    'Der Dienst schreibt meist englische Wörter. In einer anderen Sprache hat dieselbe Wallet andere Wörter, und andere Wallets leiten daraus andere Adressen ab.',
  'export.review.before.wallet':
    'Wer diese Wörter hat, beherrscht jedes Konto der Wallet, und niemand kann das ungeschehen machen. Die Richtlinien der Organisation schützen nicht, was exportiert wurde.',
  'export.review.before.key':
    'Wer diesen Schlüssel hat, beherrscht alles, was daran hängt, und niemand kann das ungeschehen machen. Die Richtlinien der Organisation schützen nicht, was exportiert wurde.',
  'export.review.alone': 'Niemand sonst kann meinen Bildschirm sehen oder aufzeichnen',
  'export.review.aloneMissing': 'Bestätige das zuerst.',
  'export.review.stay':
    'Lass diese Seite offen, bis du fertig bist. Wird sie geschlossen oder Keystamp gesperrt, exportiere noch einmal: Der Dienst verschlüsselt dann für einen neuen Schlüssel.',
  'export.review.gone': 'Der Dienst hat nichts mit dieser ID. Vielleicht wurde es gelöscht.',
  'export.submit.wallet': 'Wiederherstellungsphrase exportieren',
  'export.submit.key': 'Privaten Schlüssel exportieren',
  'export.why': 'Damit exportierst du ein Geheimnis, verschlüsselt für diese Seite.',

  'export.run.send': 'Exportieren',
  'export.run.check': 'Prüfen, wer die Antwort signiert hat und für wen',
  'export.run.open': 'Auf dieser Seite entschlüsseln',
  'export.run.prove': 'Prüfen, ob es das Gewünschte ist',
  'export.run.stopped': 'Der Export wurde angehalten',
  'export.run.again': 'Erneut exportieren',
  'export.run.waiting':
    'Lass diese Seite offen: Nur sie kann das Ergebnis entschlüsseln. Schließt du sie, exportiere später noch einmal.',
  'export.run.unsure':
    'Nichts wurde entschlüsselt. Nur diese Seite kann eine Antwort auf deine Anfrage entschlüsseln, du kannst also noch einmal exportieren.',

  'export.fault.title': 'Keystamp hat die Antwort des Dienstes abgelehnt',
  'export.fault.kept':
    'Nichts wird angezeigt, und diese Seite hat vergessen, was sie bekam. Keystamp hat das im versiegelten Protokoll festgehalten.',
  'export.fault.not_json': 'Die Antwort ist abgeschnitten oder kein JSON.',
  'export.fault.retired_form':
    'Die Antwort nutzt das abgeschaffte Format ohne Version, dessen Signatur die Organisation nicht abdeckt.',
  'export.fault.malformed': 'Die Antwort hat nicht das Format eines Export-Bundles.',
  'export.fault.other_signer':
    'Die Antwort ist mit einem anderen Schlüssel signiert als dem, dem dieses Profil vertraut. Entweder nennt das Profil den falschen Signierer, oder jemand gibt sich als der Dienst aus.',
  'export.fault.bad_signature':
    'Die Signatur der Antwort ist ungültig: Die Antwort wurde unterwegs verändert, oder sie stammt nicht vom Dienst.',
  'export.fault.bad_data': 'Die signierten Daten haben nicht das Format eines Export-Bundles.',
  'export.fault.other_organization': 'Die Antwort war für eine andere Organisation bestimmt.',
  'export.fault.not_ours':
    'Die Antwort lässt sich mit dem Schlüssel dieser Seite nicht öffnen: Sie wurde für einen anderen Schlüssel verschlüsselt oder verändert. Vielleicht kann jemand anderes lesen, was exportiert wurde.',
  'export.fault.other_record':
    'Die Antwort gilt für etwas anderes, als du angefragt hast: Der Dienst hat eine andere ID oder Adresse genannt.',
  'export.fault.not_a_phrase':
    'Was der Dienst verschlüsselt hat, ist keine Wiederherstellungsphrase.',
  'export.fault.not_a_key':
    'Was der Dienst verschlüsselt hat, ist kein privater Schlüssel auf dieser Kurve.',
  'export.fault.other_phrase':
    'Diese Wörter ergeben nicht die Adressen dieser Wallet und sichern sie deshalb nicht. Ist die Phrase der Wallet in einer anderen Sprache, exportiere sie in dieser Sprache.',
  'export.fault.other_key':
    'Dieser private Schlüssel gehört nicht zu der Adresse, die du angefragt hast, und sichert sie deshalb nicht.',

  'export.proved': {
    one: 'Überprüft: Es gehört zu der {count} Adresse, die der Dienst aufführt.',
    other: 'Überprüft: Es gehört zu den {count} Adressen, die der Dienst aufführt.',
  },
  'export.provedKey':
    'Überprüft: Es ist der private Schlüssel zum aufgeführten öffentlichen Schlüssel.',
  'export.unproved':
    'Der Dienst führt keine Adresse auf, an der Keystamp es prüfen könnte. Bevor du dich auf diese Sicherung verlässt, stell sie in einer Wallet wieder her und vergleiche.',
  'export.otherReading':
    'Es gehört zu den aufgeführten Adressen, aber manche folgen einer anderen Auslegung der Regel ihres Formats.',
  'export.passphrase':
    'Diese Wallet hat außer den Wörtern eine Passphrase. Schreib beides auf: Ohne sie ergeben die Wörter andere Adressen.',
  'export.passphraseLabel': 'Passphrase',

  'export.show.hold.wallet': 'Gedrückt halten, um die Wörter zu zeigen',
  'export.show.hold.key': 'Gedrückt halten, um den privaten Schlüssel zu zeigen',
  'export.show.how':
    'Halte die Schaltfläche oder die Leertaste gedrückt und lass los, um alles zu verbergen. Oder zeige es 60 Sekunden lang; vor dem nächsten Mal bestätigst du, dass du es bist. Es verschwindet auch, wenn du das Fenster wechselst.',
  'export.show.shown': 'Sichtbar, bis du loslässt.',
  'export.show.tap': '60 Sekunden lang zeigen',
  'export.show.hide': 'Verbergen',
  'export.show.left': {
    one: 'Noch 1 Sekunde sichtbar',
    other: 'Noch {count} Sekunden sichtbar',
  },
  'export.show.timed': '60 Sekunden lang sichtbar.',
  'export.show.hidden': 'Verborgen.',
  'export.show.word': '{number}: {word}',
  'export.show.form': 'Format',
  'export.form.hex': 'Hex',
  'export.form.solana': 'Solana (base58)',
  'export.form.wif': 'WIF',
  'export.form.wif_testnet': 'WIF (Testnet)',
  'export.show.write':
    'Schreib es auf Papier und verwahre es dort, wo nur du herankommst. Fotografiere es nicht, und speichere es weder in einer Datei noch in der Cloud.',

  'export.copy.wallet': 'Wörter kopieren',
  'export.copy.key': 'Privaten Schlüssel kopieren',
  'export.copy.alone':
    'Jedes Programm auf diesem Computer kann die Zwischenablage lesen. Keystamp leert sie nach 60 Sekunden und wenn du diese Seite verlässt. Vielleicht fragt dich der Browser, ob Keystamp nachsehen darf.',
  'export.copy.click':
    'Jedes Programm auf diesem Computer kann die Zwischenablage lesen, und dieser Browser lässt Keystamp sie nicht von selbst leeren. Sicherer ist es, von Hand abzuschreiben, solange du die Taste oben gedrückt hältst. Wenn du kopierst, komm zum Leeren zurück, bevor du diese Seite schließt.',
  'export.copy.copied':
    'Kopiert. In 60 Sekunden leert Keystamp die Zwischenablage. Lass diese Seite offen.',
  'export.copy.copiedByClick':
    'Kopiert. Es bleibt in der Zwischenablage, bis du sie leerst, auch wenn diese Seite geschlossen ist. Leere sie, sobald du eingefügt hast.',
  'export.copy.cleared': 'Die Zwischenablage ist leer.',
  'export.copy.replaced':
    'Inzwischen liegt etwas anderes in der Zwischenablage, deshalb hat Keystamp sie nicht angerührt.',
  'export.copy.left':
    'Keystamp konnte nicht in die Zwischenablage sehen, vielleicht liegt es noch darin. Leere sie jetzt, oder kopiere etwas anderes.',
  'export.copy.clear': 'Zwischenablage leeren',
  'export.copy.failed': 'Der Browser hat Keystamp nicht kopieren lassen.',

  'export.check.title': 'Prüfe deine Abschrift',
  'export.check.begin': 'Ich habe es aufgeschrieben',
  'export.check.what':
    'Gib diese Wörter von deinem Papier ein, damit du sicher bist, dass man es lesen kann.',
  'export.check.word': 'Wort {number}',
  'export.check.action': 'Prüfen',
  'export.check.right': 'Richtig. Deine Abschrift hat diese Wörter.',
  'export.check.wrong':
    'Wort {number} ist ein anderes. Vergleiche deine Abschrift mit den Wörtern.',
  'export.doneWhat': 'Entfernt es von dieser Seite.',
  'export.forgotten': 'Diese Seite hat vergessen, was sie gezeigt hat.',
  'export.forgottenWhat': 'Um es wieder zu sehen, exportiere noch einmal.',
  'export.back': 'Zurück zu {name}',
} as const satisfies Translation<typeof exportWords>;
