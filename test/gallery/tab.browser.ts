import '../../src/ui/style.css';
import '../../src/ui/options/options.css';
import { comparePictures } from './pictures.ts';

comparePictures(['tab']);
