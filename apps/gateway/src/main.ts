import { runService } from '@engawa/service-kit';
import { gateway } from './index';

void runService(gateway);
