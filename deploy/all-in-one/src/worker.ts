import { gateway } from '@engawa/gateway';
import { serveThread } from '@engawa/service-kit';

serveThread(gateway);
