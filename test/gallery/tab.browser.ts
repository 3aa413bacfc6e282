import '../../src/ui/style.css';
import '../../src/ui/settings/settings.css';
import { comparePictures } from './pictures.ts';

comparePictures(['tab']);
