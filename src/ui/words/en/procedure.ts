/** Words of several activities in a row: how far they have come, and who has to approve. */
export const procedureWords = {
  'procedure.steps': 'Steps',
  'procedure.stage.past': '(done)',
  'procedure.stage.now': '(in progress)',
  'procedure.stage.waiting': '(waiting for approvals)',
  'procedure.stage.failed': '(stopped here)',
  'procedure.stage.unknown': '(outcome unknown)',
  'procedure.stage.wrong': '(the response is wrong)',
  'procedure.stage.later': '(not started)',

  'procedure.waiting': 'Others have to approve this first',
  'procedure.waiting.back': 'Come back once they have approved: it continues here.',
  'procedure.toActivity': 'Show the request',

  'procedure.open': 'Keystamp doesn’t know whether the service carried this out',
  'procedure.tell': 'Tell the service’s operator.',
  'procedure.unrecorded': 'The browser’s storage didn’t save that record.',
} as const;
