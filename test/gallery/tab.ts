import '../../src/ui/style.css';
import '../../src/ui/options/options.css';
import { drawNamed } from './draw-named.ts';

drawNamed();
