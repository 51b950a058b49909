import { runService } from '@engawa/service-kit';
import { members } from './index';

void runService(members);
