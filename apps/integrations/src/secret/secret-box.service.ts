import { hkdfSync } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectConfig, openText, sealText } from '@engawa/service-kit';

/** Encrypts secrets of chats and webhooks, bound to their owner. */
@Injectable()
export class SecretBox {
  private readonly key: Buffer;

  constructor(@InjectConfig() config: { ENGAWA_SECRET_KEY: string }) {
    const secret = Buffer.from(config.ENGAWA_SECRET_KEY, 'base64');
    this.key = Buffer.from(hkdfSync('sha256', secret, '', 'engawa integrations', 32));
  }

  /** In base64. */
  seal(owner: string, text: string): string {
    return sealText(this.key, owner, text).toString('base64');
  }

  /** Throws for another owner, another key or changed data. */
  open(owner: string, sealed: string): string {
    return openText(this.key, owner, Buffer.from(sealed, 'base64'));
  }

  /** Like `open` for a stored value; null where the key that sealed it is lost. */
  openStored(owner: string, sealed: string): string | null {
    try {
      return this.open(owner, sealed);
    } catch {
      return null;
    }
  }
}
