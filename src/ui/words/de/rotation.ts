import type { rotationWords } from '../en/rotation.ts';
import type { Translation } from '../translation.ts';

export const rotationWordsDe: Translation<typeof rotationWords> = {
  'rotation.noKey': 'Dieses Profil hat keinen API-Schlüssel, den du wechseln könntest.',
  'rotation.what': 'Ein neuer Schlüssel ersetzt „{key}“, der für {profile} signiert:',
  'rotation.does.register':
    'Keystamp erstellt den neuen Schlüssel hier und registriert ihn für deinen Benutzer, signiert mit dem alten.',
  'rotation.does.prove':
    'Keystamp fragt den Dienst, wer du bist, signiert mit dem neuen Schlüssel. Nur wenn das klappt, nutzt das Profil ihn.',
  'rotation.does.remove':
    'Keystamp entfernt den alten Schlüssel beim Dienst, signiert mit dem neuen, und löscht ihn dann hier.',
  'rotation.safe':
    'Du kannst jederzeit aufhören: Ein Schlüssel, der funktioniert, bleibt immer, und du kannst später weitermachen oder alles rückgängig machen.',
  'rotation.others':
    'Andere Organisationen, in denen der alte Schlüssel registriert bleibt und weiter signiert: {names}.',
  'rotation.lifetime': 'Gültigkeit des neuen Schlüssels',
  'rotation.lifetimeHelp':
    'Ein Benutzer kann 10 Schlüssel haben, die ablaufen. Einer mehr ersetzt den ältesten davon, auch den eines anderen Geräts.',
  'rotation.going': 'Du kannst diese Seite verlassen. Komm zurück, um es abzuschließen.',
  'rotation.whyRegister': 'Den neuen Schlüssel {name} für deinen Benutzer registrieren.',
  'rotation.whyRemove': 'Den Schlüssel {name} von deinem Benutzer entfernen.',

  'rotation.stage.forward.key': 'Neuen Schlüssel erstellen',
  'rotation.stage.forward.registration': 'Registrieren, signiert mit dem alten Schlüssel',
  'rotation.stage.forward.proof': 'Neuen Schlüssel prüfen und das Profil darauf umstellen',
  'rotation.stage.forward.removal': 'Alten Schlüssel beim Dienst entfernen',
  'rotation.stage.forward.end': 'Alten Schlüssel hier löschen',
  'rotation.stage.back.proof': 'Alten Schlüssel prüfen und das Profil darauf zurückstellen',
  'rotation.stage.back.removal': 'Neuen Schlüssel beim Dienst entfernen',
  'rotation.stage.back.end': 'Neuen Schlüssel hier löschen',

  'rotation.interrupted': 'Dieser Schlüsselwechsel ist noch nicht abgeschlossen',
  'rotation.signsNow': 'Jetzt signiert „{key}“ für {profile}.',
  'rotation.waitsRegistration':
    'Den neuen Schlüssel zu registrieren, braucht die Zustimmung anderer',
  'rotation.waitsRemoval': 'Den Schlüssel zu entfernen, braucht die Zustimmung anderer',
  'rotation.waitsWhat':
    'Die Anfrage ist beim Dienst. Sobald die anderen zugestimmt haben, komm zurück und mach weiter.',
  'rotation.lastCredential':
    'Dein Benutzer könnte danach mit nichts mehr signieren. Der Schlüssel, der bleiben soll, ist abgelaufen oder wurde entfernt: Mach den Wechsel rückgängig oder füge zuerst einen anderen Schlüssel hinzu.',
  'rotation.tooMany':
    'Dein Benutzer hat so viele Schlüssel, wie der Dienst erlaubt. Entferne einen davon oder wähle eine Laufzeit: Schlüssel, die ablaufen, zählen getrennt.',
  'rotation.noWayBack':
    'Der alte Schlüssel funktioniert beim Dienst nicht mehr, deshalb gibt es keinen Weg zurück. Wechsle doch: Nur der Schluss fehlt noch.',
  'rotation.clock':
    'Der Dienst lehnt Anfragen aus einer anderen Zeit ab. Stell die Uhr dieses Computers richtig und mach dann weiter.',
  'rotation.rejected':
    'Jemand hat dagegen gestimmt. Mach weiter, um erneut zu fragen, oder mach den Wechsel rückgängig.',
  'rotation.unsure':
    'Wenn du weitermachst, fragt Keystamp zuerst den Dienst, welche Schlüssel dein Benutzer hat.',
  'rotation.continueBack': 'Weiter rückgängig machen',
  'rotation.undo': 'Rückgängig machen',
  'rotation.forward': 'Doch wechseln',
  'rotation.discard': 'Beide Schlüssel behalten',

  'rotation.done': '„{key}“ signiert jetzt',
  'rotation.undone': 'Rückgängig gemacht. „{key}“ signiert weiter',
  'rotation.goneHere': '„{key}“ ist beim Dienst entfernt und hier gelöscht.',
  'rotation.staysHere':
    '„{key}“ ist beim Dienst entfernt. Hier bleibt der Schlüssel, weil andere Profile ihn nutzen.',
};
