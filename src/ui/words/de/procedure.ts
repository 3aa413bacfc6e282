import type { procedureWords } from '../en/procedure.ts';
import type { Translation } from '../translation.ts';

export const procedureWordsDe: Translation<typeof procedureWords> = {
  'procedure.steps': 'Schritte',
  'procedure.stage.past': '(erledigt)',
  'procedure.stage.now': '(läuft)',
  'procedure.stage.waiting': '(wartet auf Genehmigung)',
  'procedure.stage.failed': '(hier angehalten)',
  'procedure.stage.unknown': '(Ergebnis unbekannt)',
  'procedure.stage.wrong': '(die Antwort ist falsch)',
  'procedure.stage.later': '(nicht begonnen)',

  'procedure.waiting': 'Zuerst müssen andere das genehmigen',
  'procedure.waiting.back': 'Komm zurück, sobald sie es genehmigt haben: Hier geht es weiter.',
  'procedure.toActivity': 'Anfrage anzeigen',

  'procedure.open': 'Keystamp weiß nicht, ob der Dienst das ausgeführt hat',
  'procedure.tell': 'Sag dem Betreiber des Dienstes Bescheid.',
  'procedure.unrecorded': 'Der Speicher des Browsers hat diesen Eintrag nicht gesichert.',
};
