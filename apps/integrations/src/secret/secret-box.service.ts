import { hkdfSync } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectConfig, SealedBox } from '@engawa/service-kit';

/** Encrypts secrets of chats and webhooks, bound to their owner. */
@Injectable()
export class SecretBox extends SealedBox {
  constructor(@InjectConfig() config: { ENGAWA_SECRET_KEY: string }) {
    const secret = Buffer.from(config.ENGAWA_SECRET_KEY, 'base64');
    super(Buffer.from(hkdfSync('sha256', secret, '', 'engawa integrations', 32)));
  }
}
