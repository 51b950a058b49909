import { createHmac, hkdfSync } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectConfig, SealedBox } from '@engawa/service-kit';

/** Keys derived from the installation's secret key, one per purpose; encrypts with one of them. */
@Injectable()
export class SecretService extends SealedBox {
  /** Binds refresh tokens to this installation. */
  readonly refreshKey: Buffer;
  /** Signs the client ids of registered programs. */
  readonly programKey: Buffer;
  /** Ties the codes and refresh tokens of assistants to this installation. */
  readonly assistantCodeKey: Buffer;
  readonly assistantRefreshKey: Buffer;
  private readonly deviceKey: Buffer;
  private readonly linkKey: Buffer;
  private readonly apiTokenKey: Buffer;

  constructor(@InjectConfig() config: { ENGAWA_SECRET_KEY: string }) {
    const secret = Buffer.from(config.ENGAWA_SECRET_KEY, 'base64');
    const derive = (purpose: string) =>
      Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), `engawa identity ${purpose}`, 32));
    super(derive('box'));
    this.refreshKey = derive('refresh');
    this.programKey = derive('program');
    this.assistantCodeKey = derive('assistant code');
    this.assistantRefreshKey = derive('assistant refresh');
    this.deviceKey = derive('device');
    this.linkKey = derive('link');
    this.apiTokenKey = derive('api token');
  }

  /** Proof that an account signed in on a device before. */
  deviceMark(account: string, deviceId: string): string {
    return createHmac('sha256', this.deviceKey)
      .update(`${account}\n${deviceId}`)
      .digest('base64url')
      .slice(0, 22);
  }

  /**
   * The secret of a mailed link, derived from its id, so that a mail can be rewritten after a crash
   * although only the hash is stored.
   */
  linkSecret(linkId: string): string {
    return createHmac('sha256', this.linkKey).update(linkId).digest('base64url');
  }

  /**
   * The secret of an API token, derived from its id, so that a repeated request can be answered
   * although only the hash is stored.
   */
  apiTokenSecret(space: string, tokenId: string): string {
    return createHmac('sha256', this.apiTokenKey)
      .update(`${space}\n${tokenId}`)
      .digest('base64url');
  }
}
