/** German text for reading a QR code by the camera. */
import type { cameraWords } from '../en/camera.ts';
import type { Translation } from '../translation.ts';

export const cameraWordsDe = {
  'camera.title': 'QR-Code scannen',
  'camera.picture': 'Was die Kamera sieht',
  'camera.what': 'Halte den QR-Code vor die Kamera.',
  'camera.private':
    'Bilder bleiben auf dieser Seite und werden nicht gespeichert. Danach schaltet sich die Kamera aus.',
  'camera.several': 'Da ist mehr als ein QR-Code. Zeig nur einen.',
  'camera.long': 'Dieser QR-Code enthält viel zu viel. Zeig den richtigen.',
  'camera.left': 'Du hast die Seite verlassen, deshalb ist die Kamera aus.',
  'camera.again': 'Kamera starten',
  'camera.fault.refused': 'Keystamp darf die Kamera nicht benutzen',
  'camera.fault.refusedText':
    'Erlaube es in den Einstellungen deines Browsers für diese Seite, oder wähle ein Bild oder füge den Text ein.',
  'camera.fault.missing': 'Keine Kamera gefunden',
  'camera.fault.missingText': 'Schließ eine an, oder wähle ein Bild oder füge den Text ein.',
  'camera.fault.busy': 'Die Kamera ist stehen geblieben',
  'camera.fault.busyText':
    'Vielleicht benutzt sie ein anderes Programm. Schließ es und starte sie dann neu.',
  'camera.address.other': 'Dieser QR-Code hat keine Ethereum-Adresse',
  'camera.address.more':
    'Dieser QR-Code verlangt mehr als eine Adresse, etwa einen Betrag oder ein anderes Netzwerk. Gib die Adresse selbst ein.',
} as const satisfies Translation<typeof cameraWords>;
