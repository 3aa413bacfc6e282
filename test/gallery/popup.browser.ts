import '../../src/ui/style.css';
import { comparePictures } from './pictures.ts';

comparePictures(['popup', 'confirm']);
