import { runService } from '@engawa/service-kit';
import { integrations } from './index';

void runService(integrations);
