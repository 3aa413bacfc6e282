/** Text for reading a QR code by the camera. */
export const cameraWords = {
  'camera.title': 'Scan a QR code',
  'camera.picture': 'What the camera sees',
  'camera.what': 'Hold the QR code in front of the camera.',
  'camera.private':
    'Pictures stay on this page and aren’t stored. The camera turns off when you’re done.',
  'camera.several': 'There is more than one QR code. Show only one.',
  'camera.long': 'This QR code contains far too much. Show the right one.',
  'camera.left': 'You left the page, so the camera is off.',
  'camera.again': 'Start the camera',
  'camera.fault.refused': 'Keystamp isn’t allowed to use the camera',
  'camera.fault.refusedText':
    'Allow it in your browser’s settings for this page, or choose a picture or paste the text instead.',
  'camera.fault.missing': 'No camera found',
  'camera.fault.missingText': 'Connect one, or choose a picture or paste the text instead.',
  'camera.fault.busy': 'The camera stopped',
  'camera.fault.busyText': 'Another program may be using it. Close that program, then start again.',
  'camera.address.other': 'This QR code has no Ethereum address',
  'camera.address.more':
    'This QR code asks for more than an address, such as an amount or another network. Enter the address yourself.',
} as const;
