import { runService } from '@engawa/service-kit';
import { members } from '../index';

// The service as a separate process, for tests that kill it.
void runService(members);
