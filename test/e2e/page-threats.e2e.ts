/*
 * What web pages may try against Keystamp, all in one browser. docs/threats.md says which test
 * checks which threat. The tests are in these files.
 */
import './page-threats-start.ts';
import './page-threats-frames.ts';
import './page-threats-scripts.ts';
import './page-threats-confirm.ts';
import './page-threats-busy.ts';
// The last one, as it wipes and reloads what the others need.
import './page-threats-life.ts';
