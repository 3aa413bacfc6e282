import '../../src/ui/style.css';
import { drawNamed } from './draw-named.ts';

drawNamed();
