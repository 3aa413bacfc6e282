import { useThreatEnvironment } from './page-threats-environment.ts';

// A file of its own: what page-threats.e2e.ts imports runs before its own lines.
useThreatEnvironment();
