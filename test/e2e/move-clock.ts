// Preloaded into a local service (`node --import`): moves its clock by this many milliseconds.

const moved = Number(process.env['KEYSTAMP_CLOCK_MOVED'] ?? '0');
const { now } = Date;
Date.now = () => now() + moved;
