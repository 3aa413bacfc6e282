import '../../src/ui/style.css';
import '../../src/ui/settings/settings.css';
import { drawNamed } from './draw-named.ts';

drawNamed();
