import { runService } from '@engawa/service-kit';
import { timeline } from './index';

void runService(timeline);
