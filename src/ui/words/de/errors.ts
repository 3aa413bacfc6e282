import type { ErrorCode, ErrorReason } from '../../../protocol/errors.ts';

/** Words of every error in German: what happened, what it means, what to do. */
export const errorWordsDe: Readonly<Record<ErrorCode, string>> = {
  internal: 'In Keystamp ist etwas schiefgelaufen. Nichts wurde gesendet. Versuche es erneut.',
  invalid_input: 'Dieses Feld akzeptiert diesen Wert nicht.',
  unknown_call:
    'Die Seiten und der Hintergrund von Keystamp haben verschiedene Versionen. Lade die Erweiterung neu.',
  forbidden_caller: 'Das können nur die eigenen Seiten von Keystamp.',
  timeout: 'Der Hintergrund von Keystamp hat nicht rechtzeitig geantwortet. Versuche es erneut.',
  worker_unreachable:
    'Der Hintergrund von Keystamp läuft nicht. Lade Keystamp auf der Erweiterungsseite deines Browsers neu.',
  vault_missing:
    'Keystamp ist noch nicht eingerichtet. Lege zuerst in den Einstellungen ein Passwort fest.',
  vault_exists:
    'Keystamp ist bereits eingerichtet. Entsperre es oder lösche zuerst alles in Keystamp.',
  vault_locked: 'Keystamp ist gesperrt. Entsperre es und versuche es erneut.',
  reauthentication_needed:
    'Dafür braucht Keystamp noch einmal dein Passwort oder deinen Passkey. Nichts wurde geändert. Bestätige, dass du es bist, und versuche es dann erneut.',
  vault_damaged:
    'Der Tresor auf diesem Computer ist beschädigt, und auch seine zweite Kopie lässt sich nicht öffnen. Nichts wurde geändert. Stelle eine Sicherung wieder her oder lösche alles in Keystamp und richte es neu ein.',
  vault_unreleased:
    'Was Keystamp in diesem Browser gespeichert hat, stammt von einer Version aus der Zeit vor der Veröffentlichung von 0.1.0. Diese Version liest es nicht und hat nichts geändert. Um neu anzufangen, lösche in den Einstellungen alles in Keystamp und richte es neu ein.',
  vault_behind:
    'Dieser Tresor ist älter als der letzte, den Keystamp gespeichert hat. Entscheide zuerst, ob du ihn behältst.',
  wrong_password: 'Falsches Passwort.',
  backoff: 'Zu viele falsche Passwörter. Warte, bevor du es erneut versuchst.',
  kdf_refused:
    'Die gespeicherten Passworteinstellungen liegen außerhalb dessen, was Keystamp akzeptiert. Nichts wurde entsperrt.',
  weak_password: 'Dieses Passwort ist zu leicht zu erraten. Wähle ein längeres.',
  key_unknown: 'Keystamp hat diesen API-Schlüssel nicht.',
  rotation_unknown: 'Dieser Schlüssel wird gerade nicht ersetzt. Beginne neu.',
  rotation_stale:
    'Das Profil gibt es nicht mehr, oder es nutzt jetzt einen anderen Schlüssel oder eine andere Organisation. Der Wechsel kann nicht weitergehen. Beide Schlüssel bleiben in Keystamp.',
  key_in_use:
    'Ein Profil verwendet diesen API-Schlüssel noch. Wähle dort zuerst einen anderen Schlüssel.',
  key_malformed: 'Das ist kein privater Schlüssel, den Keystamp lesen kann.',
  key_mismatch: 'Der private Schlüssel passt nicht zum öffentlichen Schlüssel.',
  profile_unknown: 'Dieses Profil gibt es nicht mehr.',
  profile_invalid: 'Dieses Profil ist nicht vollständig.',
  host_permission_missing:
    'Keystamp darf diesen Host nicht erreichen. Öffne das Profil in den Einstellungen und erlaube es. Nichts wurde gesendet.',
  storage_failed: 'Dein Browser konnte die Daten nicht speichern. Nichts wurde gesendet.',
  storage_full:
    'Der Speicher deines Browsers ist voll. Gib Speicherplatz frei und versuche es erneut.',
  storage_private:
    'Dieser Browser merkt sich nichts, deshalb kann Keystamp seinen Tresor nicht speichern. Stelle in den Einstellungen von Firefox unter „Datenschutz & Sicherheit“ die Chronik auf „anlegen“, starte Firefox neu und öffne Keystamp noch einmal. Oder verwende Keystamp in einem anderen Firefox-Profil.',
  part_missing:
    'Ein Teil von Keystamp wurde nicht geladen. Starte den Browser neu und versuche es noch einmal. Bleibt es dabei, installiere Keystamp neu und stelle es aus einem Backup wieder her.',
  malformed: 'Die Daten haben nicht das erwartete Format.',
  bundle_invalid:
    'Das Verschlüsselungs-Bundle des Dienstes ist nicht mit dem Schlüssel signiert, dem dieses Profil vertraut. Nichts wurde verschlüsselt.',
  bundle_foreign:
    'Das Verschlüsselungs-Bundle des Dienstes gilt für eine andere Organisation oder einen anderen Benutzer. Nichts wurde verschlüsselt.',
  generation_mixed:
    'Dieser Einmalcode wurde mit einer anderen Codeart gestartet, als dieses Profil verwendet. Fordere einen neuen Code an.',
  service_unreachable:
    'Der Dienst ist nicht erreichbar. Keystamp behält die Anfrage und sendet dieselben Bytes erneut.',
  service_timeout:
    'Der Dienst hat nicht rechtzeitig geantwortet. Keystamp behält die Anfrage und sendet dieselben Bytes erneut.',
  service_not_json:
    'Die Antwort war kein JSON: Etwas zwischen dir und dem Dienst hat geantwortet. Keystamp behält die Anfrage.',
  service_too_large: 'Die Antwort ist größer, als Keystamp akzeptiert (8 MB).',
  service_malformed:
    'Die Antwort hat nicht das Format, das für diesen Vorgang erwartet wird. Keystamp behält die Anfrage.',
  service_error: 'Der Dienst hat die Anfrage abgelehnt.',
  service_unavailable:
    'Der Dienst hat gerade Probleme. Keystamp behält die Anfrage und sendet sie erneut.',
  time_refused:
    'Der Dienst akzeptiert die Zeit in dieser Anfrage nicht und hat sie deshalb nicht ausgeführt. Prüfe die Uhr deines Computers und starte dann neu.',
  clock_ahead:
    'Nichts wurde gesendet. Die Uhr deines Computers ging vorher vor, und der Dienst würde neue Anfragen ablehnen, bis die Zeit aufgeholt ist. Prüfe die Uhr, wähle dann im Popup von Keystamp „Anfragezeit zurücksetzen“ und versuche es erneut.',
  rate_limited: 'Der Dienst begrenzt die Anfragen. Keystamp wartet und sendet erneut.',
  unauthenticated: 'Der Dienst hat die Signatur nicht akzeptiert.',
  reply_mismatch:
    'Die Antwort passt nicht zu dem, was du signiert hast. Vertraue diesem Ergebnis nicht.',
  activity_not_listed:
    'In der Antwort ging es um etwas anderes, und der Dienst listet deine Anfrage nicht auf. Sehr wahrscheinlich wurde sie nicht ausgeführt. Prüfe das Ergebnis, bevor du es noch einmal machst.',
  activity_failed: 'Der Dienst hat die Aktivität angenommen, konnte sie aber nicht ausführen.',
  activity_rejected: 'Eine Stimme oder eine Richtlinie hat die Aktivität abgelehnt.',
  activity_unknown: 'Keystamp kennt diese Aktivität nicht.',
  not_approvable: 'Das lässt sich nicht genehmigen. Es wurde nichts signiert.',
  outcome_unknown:
    'Keystamp weiß nicht, ob der Dienst das ausgeführt hat. Prüfe das Ergebnis, bevor du es noch einmal machst.',
  approval_gone:
    'Diese Anfrage steht nicht mehr aus. Vielleicht hast du die Seite verlassen, von der sie kam.',
  approval_changed:
    'Diese Anfrage hat sich geändert, nachdem du sie gesehen hast. Prüfe sie erneut.',
  approval_away:
    'Die Seite, von der die Anfrage kommt, ist gerade nicht offen. Warte ab, ob sie zurückkommt.',
  passkey_unsupported:
    'Dieser Browser kann hier keine Passkeys verwenden. Nutze stattdessen den API-Schlüssel oder dein Passwort.',
  passkey_cancelled:
    'Du hast die Passkey-Abfrage geschlossen, oder kein Passkey passt. Nichts wurde signiert oder gesendet. Versuche es erneut.',
  passkey_timeout:
    'Die Passkey-Abfrage ist nach fünf Minuten abgelaufen. Nichts wurde signiert oder gesendet. Versuche es erneut.',
  passkey_domain_refused:
    'Dein Browser lässt Keystamp die Passkeys dieser Domain nicht verwenden. Erlaube sie im Profil. Firefox kann das ab Version 150.',
  passkey_exists:
    'Auf diesem Gerät oder Sicherheitsschlüssel gibt es schon einen Passkey für dieses Profil.',
  passkey_failed:
    'Der Passkey hat nicht funktioniert. Nichts wurde signiert oder gesendet. Versuche es erneut.',
  passkey_unknown:
    'Dieser Passkey gehört nicht zu diesem Profil. Nichts wurde gesendet. Wähle einen, den das Profil auflistet.',
  passkey_invalid:
    'Der Passkey hat etwas anderes als diese Anfrage signiert. Nichts wurde gesendet. Versuche es erneut.',
  passkey_mismatch:
    'Dieser Passkey kann Keystamp nicht entsperren: Es ist ein anderer, oder der Tresor hat sich geändert. Verwende dein Passwort.',
  passkey_removed: 'Das Entsperren mit diesem Passkey ist ausgeschaltet. Verwende dein Passwort.',
  passkey_no_prf:
    'Dieses Gerät oder dieser Sicherheitsschlüssel unterstützt kein PRF und kann Keystamp deshalb nicht entsperren. Nichts wurde gespeichert. Wähle etwas anderes oder verwende weiter dein Passwort.',
  passkey_required: 'Dieses Profil verlangt hier einen Passkey. Nichts wurde signiert.',
  passkey_missing:
    'Dieses Profil hat keinen Passkey für diesen Vorgang. Füge in den Einstellungen einen hinzu oder ändere die Signierregel des Profils.',
  key_missing: 'Dieses Profil hat keinen API-Schlüssel. Verwende seinen Passkey.',
  read_session_needed:
    'Dieses Profil liest nur mit deinem Passkey und fragt danach, wenn du es sagst. Aktualisiere mit Passkey.',
  managed_profile:
    'Deine Organisation erlaubt dieses Profil nicht: Sie hat einen anderen Dienst, eine andere Organisation oder einen anderen Import-Signierer festgelegt. Nichts wurde signiert oder gesendet. Verwende ein Profil mit den Einstellungen deiner Organisation oder füge eins hinzu.',
  managed_setting:
    'Deine Organisation hat diesen Wert festgelegt. Du kannst ihn hier nicht ändern.',
  managed_passkey:
    'Deine Organisation verlangt für diesen Vorgang einen Passkey. Nichts wurde signiert oder gesendet.',
  backup_foreign: 'Diese Datei ist keine Sicherung von Keystamp. Wähle eine andere Datei.',
  backup_incomplete:
    'Diese Sicherung ist unvollständig: Die Datei endet zu früh. Kopiere sie noch einmal von dort, wo du sie aufbewahrst.',
  backup_damaged:
    'Diese Sicherung ist beschädigt: Die Datei ist nicht mehr so, wie Keystamp sie geschrieben hat. Nimm eine andere Kopie.',
  backup_newer:
    'Diese Sicherung stammt von einer neueren Version von Keystamp. Aktualisiere Keystamp und versuche es dann erneut.',
  backup_unreleased:
    'Diese Sicherung stammt von einer Version aus der Zeit vor der Veröffentlichung von Keystamp 0.1.0. Diese Version liest sie nicht. Nimm eine Sicherung, die eine neuere Version gemacht hat.',
  backup_too_large: 'Das ist größer, als eine Sicherung sein darf (256 MB).',
  backup_kdf_weak:
    'Diese Sicherung schützt ihr Passwort schwächer, als Keystamp erlaubt. Solche Dateien schreibt Keystamp nie, deshalb öffnet es sie nicht.',
  backup_kdf_heavy:
    'Diese Sicherung verlangt weit mehr Speicher oder Zeit, als Keystamp erlaubt. Solche Dateien schreibt Keystamp nie, deshalb öffnet es sie nicht.',
  backup_password: 'Falsches Passwort für diese Sicherung.',
  backup_tampered:
    'Jemand hat diese Sicherung verändert, nachdem Keystamp sie geschrieben hat: Ihre versiegelten Teile gehören nicht zusammen. Nichts wurde wiederhergestellt. Nimm eine andere Kopie.',
  backup_invalid:
    'Diese Sicherung hat einen Inhalt, den Keystamp nicht schreibt. Nichts wurde wiederhergestellt. Nimm eine andere Sicherung.',
  backup_changed:
    'In Keystamp hat sich inzwischen etwas geändert. Nichts wurde wiederhergestellt. Beginne noch einmal.',
  link_refused: 'Keystamp öffnet solche Links nicht.',
};

/** Words that say more than the code's; `{names}` and `{limit}` are of the error's detail. */
export const reasonWordsDe: Readonly<Record<ErrorReason, string>> = {
  background_stopped:
    'Der Hintergrund von Keystamp wurde beendet, während er daran gearbeitet hat. Prüfe, ob es erledigt ist, und versuche es dann erneut.',
  storage_unread:
    'Dein Browser hat den Tresor nicht richtig gespeichert: Was Keystamp zurückliest, weicht ab.',
  id_used: 'Diese ID gehört zu einer anderen Anfrage. Starte neu.',
  still_running: 'Diese Aktivität läuft noch.',
  other_organization:
    'In der Antwort geht es um eine andere Organisation als die, für die du signiert hast. Vertraue diesem Ergebnis nicht.',
  other_type:
    'In der Antwort geht es um einen anderen Vorgang als den, den du signiert hast. Vertraue diesem Ergebnis nicht.',
  other_request:
    'In der Antwort geht es um eine andere Anfrage als die, die du signiert hast. Vertraue diesem Ergebnis nicht.',
  other_activity:
    'In der Antwort geht es um eine andere Aktivität als zuvor. Vertraue diesem Ergebnis nicht.',
  other_vote: 'Die Antwort nennt das Gegenteil deiner Stimme. Vertraue diesem Ergebnis nicht.',
  vote_missing:
    'Die Antwort zeigt die Stimmen dieser Aktivität ohne deine. Vertraue diesem Ergebnis nicht.',
  not_waiting:
    'Der Dienst führt das nicht unter dem auf, was auf Genehmigung wartet. Vielleicht ist es beendet. Es wurde nichts signiert.',
  other_intent:
    'Die Antwort wiederholt andere Details als die, die du signiert hast. Vertraue diesem Ergebnis nicht.',
  site_disconnected: 'Diese Website ist nicht mehr verbunden.',
  local_only:
    'Nur ein lokaler Dienst, auf 127.0.0.1 oder localhost, registriert Schlüssel auf diesem Weg.',
  other_service: 'Diese URL gehört nicht zum gewählten Dienst. Wähle „Eigene URL“.',
  no_service:
    'Unter dieser URL antwortet etwas anderes als der Dienst. Prüfe die URL und ihren Port.',
  other_local_service:
    'Unter dieser URL läuft ein anderer Dienst: Er hat nicht die Schlüssel, denen dieses Profil vertraut. Lege stattdessen ein Profil für ihn an.',
  offline:
    'Du bist offline. Keystamp macht von selbst weiter, sobald dieser Computer wieder online ist.',
  service_redirects:
    'Diese URL führt zu einer anderen, und Keystamp folgt ihr nicht. Verwende die URL, zu der sie führt.',
  profile_name_taken: 'Ein anderes Profil hat schon diesen Namen. Wähle einen anderen.',
  too_many_profiles: 'Keystamp kann bis zu {limit} Profile haben. Entferne zuerst eins.',
  host_declined:
    'Du hast diesen Host nicht erlaubt, deshalb hat Keystamp nichts dorthin gesendet. Um ihn zu nutzen, versuche es erneut und erlaube ihn.',
  no_stamp_method:
    'Ein Profil signiert mit einem API-Schlüssel, einem Passkey oder beidem. Wähle etwas davon aus.',
  key_exists: 'Keystamp hat diesen Schlüssel schon: {names}.',
  key_name_taken: 'Ein anderer API-Schlüssel hat schon diesen Namen. Wähle einen anderen.',
  key_used_by:
    'Profile, die diesen API-Schlüssel noch verwenden: {names}. Wähle dort zuerst einen anderen Schlüssel.',
  key_in_rotation:
    'Dieser Schlüssel wird gerade ersetzt oder ersetzt einen anderen. Schließe das zuerst ab oder mach es rückgängig.',
  key_has_unsent:
    'Eine Anfrage, die der alte Schlüssel signiert hat, ist noch nicht beim Dienst angekommen. Solange bleibt der Schlüssel. Mach gleich weiter.',
  key_still_registered:
    'Der Dienst führt den Schlüssel, der gehen soll, noch. Deshalb bleibt er auch in Keystamp. Mach weiter, um ihn zuerst dort zu entfernen.',
  registration_open:
    'Der neue Schlüssel kann noch registriert werden: Diese Anfrage ist nicht zu Ende. Lehne sie ab oder warte, bis sie endet, und mach dann weiter.',
  key_of_another_user:
    'Laut Dienst gehört dieser Schlüssel zu einem anderen Benutzer oder einer anderen Organisation. Das Profil behält seinen jetzigen Schlüssel.',
  too_many_keys: 'Keystamp kann bis zu {limit} API-Schlüssel haben. Entferne zuerst einen.',
  too_many_sites:
    'Keystamp kann bis zu {limit} Websites verbinden. Wähle weniger oder trenne zuerst einige.',
  backup_duplicate:
    'In dieser Sicherung kommt etwas doppelt vor. Solche Dateien schreibt Keystamp nie. Nichts wurde wiederhergestellt. Nimm eine andere Sicherung.',
  backup_unknown_member:
    'Diese Sicherung enthält etwas, das diese Version von Keystamp nicht kennt. Nichts wurde wiederhergestellt. Aktualisiere Keystamp und versuche es dann erneut.',
  backup_key_mismatch:
    'Ein privater Schlüssel in dieser Sicherung passt nicht zu seinem öffentlichen Schlüssel. Kein Schlüssel wurde wiederhergestellt. Nimm eine andere Sicherung oder stelle diese ohne ihre API-Schlüssel wieder her.',
  backup_history_broken:
    'Das versiegelte Protokoll in dieser Sicherung ist nicht vollständig: Ein Eintrag wurde geändert oder fehlt.',
  too_many_passkeys: 'Bis zu {limit} Passkeys können Keystamp entsperren. Entferne zuerst einen.',
};
