/** German text for the options page. */
import type { optionsWords } from '../en/options.ts';
import type { Translation } from '../translation.ts';

export const optionsWordsDe = {
  'options.title': 'Keystamp-Einstellungen',
  'options.save': 'Speichern',
  'options.saved': 'Gespeichert.',

  'options.setup.steps': 'Schritte der Einrichtung',
  'options.setup.restore': 'Sicherung wiederherstellen',
  'options.setup.hasBackup': 'Hast du eine Sicherung von Keystamp?',
  'options.step.restore': 'Sicherung',
  'options.setup.done': '(erledigt)',
  'options.step.password': 'Passwort',
  'options.step.service': 'Dienst',
  'options.step.key': 'Schlüssel',
  'options.step.proof': 'Test',
  'options.setup.password': 'Wähle ein Passwort',
  'options.setup.service': 'Wähle einen Dienst',
  'options.setup.key': 'Füge einen Schlüssel hinzu',
  'options.setup.proof': 'Teste die Verbindung',
  'options.setup.passwordWhat':
    'Dein Passwort schützt die API-Schlüssel auf diesem Computer. Ohne das Passwort sind die Dateien dieses Browsers für Diebe nutzlos. Es verlässt diese Seite nie, und kein Dienst bekommt es zu sehen.',
  'options.setup.noRecoveryTitle': 'Niemand kann dieses Passwort wiederherstellen',
  'options.setup.noRecovery':
    'Wenn du es verlierst, verlierst du die hier gespeicherten Schlüssel. Du müsstest in Keystamp alles löschen und eine Sicherung wiederherstellen, oder neue Schlüssel erstellen und beim Dienst registrieren.',
  'options.setup.createVault': 'Passwort festlegen',
  'options.setup.deriving': 'Schlüssel wird abgeleitet…',
  'options.setup.serviceWhat':
    'Ein Profil ist eine Organisation bei einem Dienst. Du kannst später weitere hinzufügen und zwischen ihnen wechseln.',
  'options.setup.linked':
    'Ein Link hat diese Adresse eingetragen. Prüfe, ob das der gewünschte Dienst ist, bevor du fortfährst.',
  'options.setup.linkRefused':
    'Keystamp akzeptiert die Adresse in diesem Link nicht. Wähle den Dienst selbst.',
  'options.setup.linkUnused':
    'Ein Link führte zu einem anderen Dienst: {host}. Diese Einrichtung geht ohne ihn weiter.',
  'options.setup.linkUse': 'Jenen Dienst verwenden',
  'options.setup.keyWhat':
    'Jede Anfrage trägt einen Stempel: deine Signatur über genau diese Anfrage, erstellt mit einem API-Schlüssel oder einem Passkey. Der Dienst kennt deinen öffentlichen Schlüssel. Der private Schlüssel eines API-Schlüssels bleibt in Keystamp.',
  'options.setup.backToService': 'Zurück zum Dienst',

  'options.password.repeat': 'Passwort bestätigen',
  'options.password.newOne': 'Neues Passwort',
  'options.password.newRepeat': 'Neues Passwort bestätigen',
  'options.password.weak': 'Dieses Passwort ist zu leicht zu erraten.',
  'options.password.differs': 'Die Passwörter stimmen nicht überein.',
  'options.password.again': 'Gib das Passwort noch einmal ein.',
  'options.password.what':
    'Dein Tresor bekommt dabei auch einen neuen Schlüssel. Ältere Kopien dieses Browserprofils lassen sich weiterhin mit dem alten Passwort öffnen. Wenn es schwach war oder jemand es gesehen hat, erstelle auch neue API-Schlüssel.',
  'options.password.old': 'Aktuelles Passwort',
  'options.password.oldMissing': 'Gib dein aktuelles Passwort ein.',
  'options.strength.label': 'Passwortstärke:',
  'options.strength.none': 'Noch kein Passwort.',
  'options.strength.weak': 'Zu leicht zu erraten.',
  'options.strength.fair': 'Mittel.',
  'options.strength.good': 'Gut.',
  'options.strength.strong': 'Stark.',
  'options.advice.start':
    'Vier oder fünf Wörter, die nichts miteinander zu tun haben, sind ein gutes Passwort.',
  'options.advice.common': 'Dieses Passwort probieren Angreifer als eines der ersten.',
  'options.advice.repeat': 'Wiederholte Zeichen bringen fast nichts.',
  'options.advice.sequence': 'Folgen wie abcd, 1234 oder qwerty probieren Angreifer früh.',
  'options.advice.year': 'Jahreszahlen und Daten probieren Angreifer früh.',
  'options.advice.longer': 'Mach es länger. Ein weiteres Wort hilft mehr als ein Sonderzeichen.',
  'options.advice.enough':
    'Lang genug, um dem Erraten jahrelang standzuhalten. Bewahre es notiert an einem sicheren Ort auf.',
  'options.password.change': 'Passwort ändern',
  'options.password.changed': 'Passwort geändert.',

  'options.service.kind': 'Dienst',
  'options.service.local': 'Lokaler Dienst',
  'options.service.localWhat':
    'Der Entwicklungsdienst dieses Projekts, auf diesem Computer. Bringt eine Demo-Organisation mit.',
  'options.service.turnkey': 'Turnkey',
  'options.service.turnkeyWhat': 'https://api.turnkey.com',
  'options.service.custom': 'Eigene URL',
  'options.service.customWhat':
    'Ein Dienst mit derselben API unter einer Basis-URL, die du eingibst.',
  'options.service.baseUrl': 'Basis-URL',
  'options.service.localHelp': 'Die URL, die der Dienst beim Start ausgegeben hat: npm run service',
  'options.service.setUpCode': 'Einrichtungscode',
  'options.service.setUpCodeHelp':
    'Er steht hinter # in der Einrichtungs-URL, die der Dienst ausgegeben hat, und registriert einen Schlüssel innerhalb eines Tages. Danach gibt der Dienst den nächsten aus.',
  'options.service.setUpCodeFault':
    'Füge den Code ein, den der Dienst hinter # in seiner Einrichtungs-URL ausgegeben hat.',
  'options.host.title': 'Darf Keystamp {host} verwenden?',
  'options.host.what':
    'Dein Browser lässt Erweiterungen jeden Host ohne Frage erreichen, deshalb fragt Keystamp. Es verwendet nur Hosts, die du erlaubt hast: um Anfragen an einen Dienst zu senden oder die Passkeys einer Domain zu nutzen.',
  'options.host.allow': 'Erlauben',
  'options.host.barred':
    'Die Erlaubnis wurde im Browser oder von dir widerrufen. Bis du sie wieder gibst, sendet Keystamp nichts dorthin; Anfragen bleiben offen.',
  'options.site.unreached': 'Auf dieser Website nicht erlaubt',
  'options.site.unreachedWhat':
    'Sie ist verbunden, aber dein Browser lässt Keystamp nicht mehr in ihre Seiten, deshalb kann sie nichts anfragen. Öffne in der Liste der Erweiterungen deines Browsers die Berechtigungen von Keystamp und erlaube den Zugriff auf diese Website.',
  'options.service.hostHelp': 'Du wirst gebeten, diesen Host zu erlauben, und nur diesen Host.',
  'options.service.notLocal':
    'Der lokale Dienst läuft auf 127.0.0.1 oder localhost. Für einen anderen Host wähle „Eigene URL“.',
  'options.service.anyway': 'Trotzdem weiter',
  'options.service.organization': 'Organisations-ID',
  'options.service.organizationHelp': 'Eine UUID. Du findest sie im Dashboard des Dienstes.',
  'options.service.advanced': 'Erweitert',
  'options.service.generation': 'Einmalcodes',
  'options.service.generationHelp':
    'Ein Code muss in derselben Generation gesendet und geprüft werden. Ändere das nur, wenn der Dienst es verlangt.',
  'options.service.generation.legacy':
    'Klartext: Der Dienst erhält den Code so, wie du ihn eingibst',
  'options.service.generation.enclave': 'Versiegelt: Der Code ist für die Enclave verschlüsselt',
  'options.service.passkey': 'Header für Passkey-Stempel',
  'options.service.passkeyHelp':
    'Der Header, der den Stempel eines Passkeys trägt. Turnkey liest X-Stamp-Webauthn, andere Dienste lesen vielleicht X-Stamp.',
  'options.service.signer': 'Signierer der Import-Bundles',
  'options.service.signerHelp':
    'Öffentlicher Schlüssel, 130 Hex-Ziffern. Keystamp lehnt Bundles ab, die ein anderer Schlüssel signiert hat.',
  'options.service.otp': 'Signierer der Einmalcode-Bundles',
  'options.service.point':
    'Das ist kein unkomprimierter öffentlicher P-256-Schlüssel. Gib 04 und danach 128 Hex-Ziffern ein.',

  'options.curve.P256': 'P-256',
  'options.curve.SECP256K1': 'secp256k1',
  'options.curve.ED25519': 'Ed25519',
  'options.key.origin.create': 'Neuen Schlüssel erstellen',
  'options.key.origin.createWhat':
    'Der private Schlüssel verlässt diese Erweiterung nie. Empfohlen.',
  'options.key.origin.bring': 'API-Schlüssel importieren',
  'options.key.origin.bringWhat':
    'Ein privater Schlüssel in Hex oder eine Schlüsseldatei des Kommandozeilenprogramms.',
  'options.key.origin.have': 'Vorhandenen Schlüssel nutzen',
  'options.key.origin.haveWhat':
    'Ein Schlüssel in Keystamp, der mit einem anderen Profil oder bei einem früheren Versuch entstanden ist.',
  'options.key.origin.passkey': 'Passkey nutzen, den meine Organisation schon kennt',
  'options.key.origin.passkeyWhat':
    'Ganz ohne API-Schlüssel. Keystamp fragt für jede Aktivität nach deinem Passkey, auch zum Lesen.',
  'options.key.which': 'Schlüssel in Keystamp',
  'options.key.name': 'Name des Schlüssels',
  'options.key.nameHelp': 'Erscheint hier und in der Schlüsselliste des Dienstes.',
  'options.key.createWhat': 'Erstellt einen P-256-Schlüssel innerhalb der Erweiterung.',
  'options.key.create': 'Schlüssel erstellen',
  'options.key.bringWhat':
    'Keystamp speichert den Schlüssel sofort verschlüsselt und zeigt ihn nie wieder an. Andere Kopien musst du selbst schützen oder löschen.',
  'options.key.text': 'Privater Schlüssel',
  'options.key.textHelp':
    'Hex-Ziffern, eine Schlüsseldatei wie 5f…c1:p256, PEM, JWK oder Zeilen wie API_PRIVATE_KEY=5f…c1.',
  'options.key.textMissing': 'Füge den privaten Schlüssel ein oder wähle seine Datei.',
  'options.key.file': 'Oder wähle eine Schlüsseldatei',
  'options.key.fileRead': '{name} geladen.',
  'options.key.fileTooLarge': 'Diese Datei ist zu groß für eine Schlüsseldatei. Wähle eine andere.',
  'options.key.curve': 'Kurve',
  'options.key.curveHelp':
    'Diese Ziffern allein passen zu allen drei Kurven. API-Schlüssel von Turnkey nutzen P-256, wenn du keine andere Kurve gewählt hast.',
  'options.key.publicOn': '{curve}: {publicKey}',
  'options.key.public': 'Erwarteter öffentlicher Schlüssel',
  'options.key.publicKey': 'Öffentlicher Schlüssel',
  'options.key.publicHelp':
    'Wenn du einen eingibst, lehnt Keystamp einen privaten Schlüssel ab, der nicht dazugehört.',
  'options.key.bring': 'Schlüssel importieren',
  'options.key.publicWhat':
    'Dein öffentlicher Schlüssel ist nicht geheim. Der Dienst braucht ihn, um deine Signaturen zu prüfen.',

  'options.setup.passkeyWhat':
    'Wähle die Website, für die der Passkey erstellt wurde. Der nächste Schritt testet den Passkey, ohne beim Dienst etwas zu ändern.',
  'options.setup.passkeyDo': 'Diesen Passkey nutzen',
  'options.proof.passkey': 'Passkey ändern',
  'options.proof.passkeyWhat':
    'Keystamp fragt den Dienst, wer du bist. Dafür brauchst du einmal deinen Passkey.',
  'options.register.title': 'Registriere diesen Schlüssel beim Dienst',
  'options.register.dashboard':
    'Öffne im Turnkey-Dashboard deinen Benutzer und wähle „Create API keys“, danach die Option für einen selbst erstellten öffentlichen Schlüssel. Füge den öffentlichen Schlüssel ein. Die Kurve muss die hier angezeigte sein.',
  'options.register.admin':
    'Bitte jemanden, dessen Schlüssel schon funktioniert, diesen zu registrieren: in Keystamp mit einem Vergleich der Ziffern unten, oder mit der Anfrage.',
  'options.register.adminToo':
    'Oder bitte jemanden, dessen Schlüssel schon funktioniert, diesen zu registrieren: in Keystamp mit einem Vergleich der Ziffern unten, oder mit der Anfrage.',
  'options.register.back': 'Komm hierher zurück und lass Keystamp den Schlüssel testen.',
  'options.register.request': 'Die Anfrage create_api_keys',
  'options.register.requestName': 'Anfrage',
  'options.register.now': '<jetzt, in Millisekunden>',
  'options.register.userId': '<deine Benutzer-ID>',
  'options.register.yourName': 'Dein Name',
  'options.register.yourNameHelp': 'So heißt du in der Organisation. Du kannst ihn später ändern.',
  'options.register.local':
    'Der lokale Dienst registriert den Schlüssel in einem Schritt: Er erstellt in seiner Demo-Organisation einen Benutzer mit allen Rechten.',
  'options.register.doLocal': 'Schlüssel registrieren und testen',
  'options.register.done': 'Registrierten Schlüssel testen',
  'options.register.other': 'Anderen Schlüssel nutzen',

  'options.device.second': 'Das ist ein zweites Gerät',
  'options.device.secondWhat':
    'Du signierst schon auf einem anderen Gerät mit Keystamp. Es registriert den Schlüssel dieses Geräts. Kein privater Schlüssel verlässt eines der Geräte.',
  'options.device.code': 'Gerätecode',
  'options.device.what':
    'Dein öffentlicher Schlüssel und die Organisations-ID. Beides ist nicht geheim: Schick es, wie du willst.',
  'options.device.open':
    'Öffne auf deinem ersten Gerät dieselbe Organisation, dann „Profile und Schlüssel“ und „Gerät hinzufügen“.',
  'options.device.give':
    'Lass es dort ein Foto oder Bildschirmfoto des QR-Codes lesen oder füge den Gerätecode ein.',
  'options.device.compare':
    'Vergleiche die Ziffern auf beiden Bildschirmen: Wähle dort die Gruppe, die dieser hier in der Lücke zeigt. Gib dann dem Schlüssel einen Namen und stimme zu.',
  'options.device.otherCurve':
    'Ein zweites Gerät braucht einen P-256-Schlüssel. Geh zurück und erstelle einen neuen.',
  'options.device.add': 'Gerät hinzufügen',
  'options.device.read': 'Seinen Code lesen',
  'options.device.onOther':
    'Installiere Keystamp auf dem anderen Gerät und schalte bei der Einrichtung „Das ist ein zweites Gerät“ ein. Gib dort diese Organisation an.',
  'options.device.showsCode': 'Es erstellt einen eigenen Schlüssel und zeigt einen Gerätecode.',
  'options.device.readHere':
    'Lies den Code hier, wähle die Zifferngruppe, die das andere Gerät zeigt, und stimme zu. Danach signieren beide Geräte für dich.',

  'options.again.title': 'Bestätige, dass du es bist',
  'options.again.what':
    'Diese Änderung betrifft, was deine Schlüssel schützt. Deshalb bittet Keystamp dich um eine Bestätigung.',
  'options.again.confirm': 'Bestätigen',
  'options.again.passkey': 'Passkey verwenden',
  'options.proof.asking': 'Keystamp fragt {host}, wer du bist…',
  'options.proof.good': 'Verbindung funktioniert',
  'options.proof.goodWhat':
    'Der Dienst hat eine Signatur dieses Schlüssels geprüft und Keystamp gesagt, wer du bist.',
  'options.proof.goodPasskey':
    'Der Dienst hat eine Signatur deines Passkeys geprüft und Keystamp gesagt, wer du bist.',
  'options.proof.userId': 'Benutzer-ID',
  'options.proof.next':
    'Du findest Keystamp in der Symbolleiste. Klick auf das Stempelsymbol oder hefte es vorher über das Puzzleteil-Menü an.',
  'options.proof.finish': 'Fertig',
  'options.proof.service': 'Dienst ändern',
  'options.proof.key': 'Öffentlichen Schlüssel anzeigen',
  'options.proof.later': 'Später erledigen',

  'options.cause.organization': 'Falsche Organisation?',
  'options.cause.organizationDo':
    'Der Dienst sucht deinen Schlüssel nur in dieser Organisation. Vergleiche die Organisations-ID mit der im Dashboard.',
  'options.cause.key': 'Unbekannter Schlüssel?',
  'options.cause.keyDo':
    'Der Dienst hat diesen öffentlichen Schlüssel nicht oder nicht in dieser Organisation. Registriere ihn mit der richtigen Kurve.',
  'options.cause.expired': 'Abgelaufener Schlüssel?',
  'options.cause.expiredDo':
    'API-Schlüssel können ein Ablaufdatum haben. Erstelle einen neuen Schlüssel, registriere ihn und wähle ihn im Profil aus.',
  'options.cause.clock': 'Falsche Uhrzeit?',
  'options.cause.clockDo':
    'Der Dienst akzeptiert Signaturen, die weniger als eine Stunde alt sind und höchstens fünf Minuten in der Zukunft liegen. Stell die Uhr dieses Computers.',
  'options.cause.signature': 'Unterwegs verändert?',
  'options.cause.signatureDo':
    'Die Signatur passte nicht zur Anfrage. Vielleicht verändert ein Proxy Anfragen, oder der Dienst hat für diesen Schlüssel eine andere Kurve.',
  'options.cause.rights': 'Nicht erlaubt?',
  'options.cause.rightsDo':
    'Der Dienst kennt den Schlüssel, aber dessen Benutzer darf das nicht. Wende dich an einen Administrator der Organisation.',
  'options.cause.noAnswer': 'Der Dienst hat nicht geantwortet.',
  'options.cause.notService': 'Unter dieser Adresse hat etwas anderes als der Dienst geantwortet.',
  'options.cause.down': 'Nicht erreichbar?',
  'options.cause.downDo': 'Prüfe die Adresse, dein Netzwerk und den Status des Dienstes.',
  'options.cause.downLocal':
    'Starte ihn im Projektordner mit npm run service und vergleiche seinen Port mit der Adresse oben.',

  'options.local.new': 'Noch kein Profil nutzt den lokalen Dienst unter {host}.',
  'options.local.moved': 'Läuft dein lokaler Dienst jetzt unter {host}?',
  'options.local.movedWhat':
    '„{name}“ sucht ihn noch unter {current}. Wenn du ihn gerade selbst gestartet hast, lass das Profil die neue Adresse verwenden.',
  'options.local.use': '{host} verwenden',
  'options.profiles.what':
    'Jedes Profil ist eine Organisation bei einem Dienst. Das Popup zeigt das aktive Profil.',
  'options.profiles.add': 'Profil hinzufügen',
  'options.profiles.active': 'Aktiv',
  'options.profiles.up': '{name} nach oben verschieben',
  'options.profiles.down': '{name} nach unten verschieben',
  'options.profile.name': 'Name des Profils',
  'options.profile.nameHelp': 'Erscheint in der Profilauswahl.',
  'options.profile.colour': 'Farbe',
  'options.profile.works': 'Verbindung',
  'options.profile.checked': 'Zuletzt getestet',
  'options.profile.test': 'Jetzt testen',
  'options.profile.activate': 'Aktivieren',
  'options.profile.edit': 'Bearbeiten',
  'options.profile.key': 'API-Schlüssel',
  'options.profile.keyHelp':
    'Signiert die Anfragen dieses Profils, außer denen, die den Passkey brauchen.',
  'options.profile.noKey': 'Kein API-Schlüssel, nur Passkey',
  'options.profile.save': 'Profil speichern',
  'options.profile.signerChanged': 'Du bist dabei, einem anderen Signierer zu vertrauen',
  'options.profile.signerChangedWhat':
    'Keystamp verschlüsselt private Schlüssel für jeden Schlüssel, für den dieser Signierer bürgt. Wer den Signierer kontrolliert, kann jeden Schlüssel lesen, den du ab jetzt importierst. Speichere ihn nur, wenn du ihn vom Betreiber des Dienstes auf einem Weg bekommen hast, dem du vertraust.',
  'options.profile.saved': 'Profil gespeichert.',
  'options.profile.remove': 'Profil entfernen',
  'options.removeTitle': '{name} entfernen?',
  'options.profile.removeAsk': 'Profil entfernen…',
  'options.profile.removeWhat':
    'Keystamp vergisst dieses Profil, behält aber seinen Schlüssel. Beim Dienst ändert sich nichts.',
  'options.profile.removed': '{name} entfernt.',
  'options.profile.goneTitle': 'Profil nicht gefunden',
  'options.profile.gone': 'Dieses Profil gibt es nicht mehr.',

  'options.keys.what':
    'Private Schlüssel bleiben in Keystamp und lassen sich nicht anzeigen, öffentliche schon.',
  'options.keys.all': 'Alle API-Schlüssel',
  'options.keys.rotate': 'Wechseln…',
  'options.keys.rotateFor': '{name} für {profile} wechseln',
  'options.keys.none': 'Noch keine API-Schlüssel',
  'options.keys.usedBy': 'Genutzt von {names}',
  'options.keys.unused': 'Nicht genutzt',
  'options.keys.made': 'Erstellt {when}',
  'options.keys.show': 'Öffentlichen Schlüssel von {name} anzeigen',
  'options.keys.remove': '{name} löschen',
  'options.keys.removeDo': 'Schlüssel löschen',
  'options.keys.removeWhat':
    'Keystamp löscht den privaten Schlüssel von diesem Computer. Das lässt sich nicht rückgängig machen. Entferne den Schlüssel auch beim Dienst.',
  'options.keys.inUse':
    'Dieser Schlüssel signiert für {names}. Wähle dort einen anderen Schlüssel oder entferne das Profil, bevor du ihn löschst.',
  'options.keys.added': '{name} hinzugefügt.',
  'options.keys.removed': '{name} gelöscht.',

  'options.sites.what':
    'Websites, die Keystamp um eine Signatur bitten können. Du genehmigst jede Anfrage, außer denen, die du automatisch genehmigst.',
  'options.sites.none': 'Noch keine Websites',
  'options.sites.noneWhat':
    'Eine Website erscheint hier, wenn du sie verbindest oder blockierst. Sie muss zuerst fragen, und du antwortest in einem Keystamp-Fenster.',
  'options.sites.filter': 'Websites suchen',
  'options.sites.connected': 'Verbunden',
  'options.sites.blocked': 'Blockiert',
  'options.sites.disconnectAll': 'Alle trennen…',
  'options.sites.disconnectAllTitle': 'Alle Websites trennen?',
  'options.sites.disconnectAllWhat': {
    one: '{count} Website verliert ihre Verbindung und alle automatischen Genehmigungen. Sie kann wieder um eine Verbindung bitten. Blockierte Websites bleiben blockiert.',
    other:
      '{count} Websites verlieren ihre Verbindung und alle automatischen Genehmigungen. Sie können wieder um eine Verbindung bitten. Blockierte Websites bleiben blockiert.',
  },
  'options.sites.disconnectAllDo': 'Alle trennen',
  'options.site.address': 'Adresse',
  'options.site.operations': 'Darf anfragen',
  'options.site.nothing': 'Nichts',
  'options.site.connected': 'Verbunden',
  'options.site.lastUsed': 'Zuletzt genutzt: {time}',
  'options.site.never': 'Nie genutzt',
  'options.site.quiet': 'Stumm bis',
  'options.site.grants': {
    one: '{count} automatische Genehmigung',
    other: '{count} automatische Genehmigungen',
  },
  'options.site.history': 'Angefragt und signiert',
  'options.site.allHistory': 'Im versiegelten Protokoll anzeigen',
  'options.site.disconnect': 'Trennen',
  'options.site.block': 'Blockieren',
  'options.site.unblock': 'Nicht mehr blockieren',
  'options.site.disconnectWhat':
    'Das Trennen entfernt alle automatischen Genehmigungen dieser Website. Sie kann wieder um eine Verbindung bitten.',
  'options.site.blockWhat':
    'Das Blockieren entfernt auch ihre automatischen Genehmigungen, und Keystamp zeigt dir keine Anfragen dieser Website mehr.',
  'options.site.group': '{site} und alle Subdomains',
  'options.site.groupWhat': 'Das Blockieren gilt für alle Subdomains einer Website.',
  'options.site.blockedWhat': 'Keystamp zeigt dir keine Anfragen dieser Website.',
  'options.site.unblockWhat':
    'Wenn du diese Website nicht mehr blockierst, ist sie wieder verbunden, und du genehmigst jede Anfrage.',
  'options.grants.title': 'Automatisch genehmigte Anfragen',
  'options.grants.none': 'Keine. Du genehmigst jede Anfrage selbst.',
  'options.grants.revokeAll': 'Alle widerrufen',
  'options.grant.revoke': 'Automatische Genehmigung widerrufen: {title}',
  'options.grant.anyValues': 'Beliebige Werte',
  'options.grant.only': 'Nur {label}: {value}',
  'options.grant.left': {
    one: 'Noch {count} von {most} Nutzungen',
    other: 'Noch {count} von {most} Nutzungen',
  },
  'options.grant.perHour': {
    one: '{used} von {count} in der letzten Stunde genutzt',
    other: '{used} von {count} in der letzten Stunde genutzt',
  },
  'options.grant.ends': 'Ablauf: {time}',
  'options.grant.ended': 'Abgelaufen',
  'options.grant.usedUp': 'Aufgebraucht',

  'options.lock.title': 'Sperre',
  'options.lock.minutes': 'Automatisch sperren (Minuten)',
  'options.lock.minutesHelp':
    'Keystamp sperrt sich, wenn du es so viele Minuten nicht nutzt. Es sperrt sich auch, wenn der Browser geschlossen und, in Chromium, wenn dein Computer gesperrt wird.',
  'options.lock.minutesWrong': 'Gib eine ganze Zahl von {least} bis {most} ein.',

  'options.wipe.title': 'Neu beginnen',
  'options.wipe.what': 'Setzt Keystamp auf den Stand einer neuen Installation zurück.',

  'options.record.what':
    'Keystamp zeichnet alles auf, was du hier signierst und entscheidest. Jeder Eintrag ist mit dem vorigen verkettet und versiegelt. So fällt es auf, wenn jemand die Dateien dieses Browsers verändert.',
  'options.record.open': 'Versiegeltes Protokoll öffnen',
  'options.record.count': {
    one: '{count} Eintrag seit {day}',
    other: '{count} Einträge seit {day}',
  },
  'options.record.none': 'Noch nichts aufgezeichnet.',
  'options.record.keep': 'Einträge aufbewahren',
  'options.record.keepHelp':
    'Ältere Einträge werden beim Entsperren von Keystamp gelöscht. Auch das Löschen wird aufgezeichnet.',
  'options.record.always': 'Immer',
  'options.record.days': { one: '{count} Tag', other: '{count} Tage' },
  'options.record.years': { one: '{count} Jahr', other: '{count} Jahre' },
  'options.record.delete': 'Alle Einträge löschen',
  'options.record.deleteTitle': 'Alle Einträge löschen?',
  'options.record.deleteText':
    'Das lässt sich nicht rückgängig machen. Exportiere sie vorher, falls du sie noch brauchst. Ein Eintrag bleibt: dass und wann du die anderen gelöscht hast.',
  'options.record.deleted': 'Einträge gelöscht.',

  'options.appearance.title': 'Darstellung',
  'options.appearance.theme': 'Design',
  'options.theme.system': 'System',
  'options.theme.light': 'Hell',
  'options.theme.dark': 'Dunkel',
  'options.appearance.contrast': 'Kontrast',
  'options.contrast.system': 'System',
  'options.contrast.more': 'Hoch',
  'options.notify.title': 'Benachrichtigungen',
  'options.notify.label': 'Sag mir, wenn eine Aktivität meine Genehmigung braucht',
  'options.notify.help':
    'Zeigt, wie viele Genehmigungen offen sind, nie worum es geht. Prüft alle 5 Minuten, solange Keystamp entsperrt ist.',
  'options.notify.refused':
    'Dein Browser erlaubt es nicht. Schalte es wieder ein, um gefragt zu werden.',
  'options.language.title': 'Sprache',
  'options.language.label': 'Sprache von Keystamp',
  'options.language.help': 'Namen und Meldungen des Dienstes bleiben, wie sie sind.',
  'options.language.system': 'Sprache des Browsers',
  'options.language.en': 'English',
  'options.language.de': 'Deutsch',
  'options.language.en-XA': 'Pseudo-Englisch (zum Testen)',

  'options.about.version': 'Version {version}',
  'options.about.what':
    'Keystamp verwaltet die Schlüssel, Wallets und Benutzer eines Dienstes zur Schlüsselverwaltung. Es signiert jede Anfrage auf diesem Computer und sendet sie einmal.',
  'options.about.stamp':
    'Ein Stempel ist deine Signatur über genau diese Anfrage. Der Dienst führt nur Anfragen aus, die den Stempel eines Schlüssels tragen, den er kennt.',
  'options.about.guide': 'Anleitung lesen',
  'options.about.notTitle': 'Was Keystamp nicht tut',
  'options.about.notCustody':
    'Es verwahrt keine Wallet-Schlüssel. Die liegen beim Dienst. Keystamp hat nur die API-Schlüssel, die deine Anfragen signieren.',
  'options.about.notNetwork':
    'Es verbindet sich mit keinem Host außer den Diensten deiner Profile und meldet niemandem etwas.',
  'options.about.notRecovery': 'Es kann ein verlorenes Passwort nicht wiederherstellen.',
  'options.about.notEnclave':
    'Sein lokaler Dienst ist für die Entwicklung gedacht und keine Enclave. Bewahre nie Guthaben unter seinen Schlüsseln auf.',
  'options.about.licences': 'Lizenzen',
  'options.about.licencesWhat': 'Keystamp ist unter der MIT-Lizenz verfügbar. Es enthält:',
} as const satisfies Translation<typeof optionsWords>;
