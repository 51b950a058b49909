import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SERVICE_ENV, type Environment } from '@engawa/service-kit';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts secrets of chats and webhooks (AES-256-GCM), bound to their owner. */
@Injectable()
export class SecretBox {
  private readonly key: Buffer;

  constructor(@Inject(SERVICE_ENV) env: Environment) {
    const secret = Buffer.from(env['ENGAWA_SECRET_KEY'] ?? '', 'base64');
    if (secret.length < 32) throw new Error('ENGAWA_SECRET_KEY: 32 bytes in base64 are needed');
    this.key = Buffer.from(hkdfSync('sha256', secret, '', 'engawa integrations', 32));
  }

  seal(owner: string, text: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.key, nonce).setAAD(Buffer.from(owner));
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
  }

  /** Throws for another owner or changed data. */
  open(owner: string, sealed: string): string {
    const bytes = Buffer.from(sealed, 'base64');
    const decipher = createDecipheriv('aes-256-gcm', this.key, bytes.subarray(0, NONCE_BYTES))
      .setAAD(Buffer.from(owner))
      .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const body = bytes.subarray(NONCE_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
  }
}
