import { runService } from '@engawa/service-kit';
import { tasks } from './index';

void runService(tasks);
