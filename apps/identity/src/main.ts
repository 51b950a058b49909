import { runService } from '@engawa/service-kit';
import { identity } from './index';

void runService(identity);
