import { recoverFast } from '@engawa/events/testing';
import { runService } from '@engawa/service-kit';
import { members } from '../index';

// The service as a separate process, for tests that kill it.
recoverFast();
void runService(members);
