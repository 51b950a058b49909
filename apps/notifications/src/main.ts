import { runService } from '@engawa/service-kit';
import { notifications } from './index';

void runService(notifications);
