// The entry of built-service.ts.
import './saved-database.ts';
import '../../src/service/main.ts';
