import { runService } from '@engawa/service-kit';
import { members } from '../index';

// The service as a process of its own, for tests that end it without warning.
void runService(members);
