import { runService } from '@engawa/service-kit';
import { search } from './index';

void runService(search);
