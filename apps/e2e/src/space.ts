import { Api } from './api';
import { askForFixture } from './fixture';
import type { Facts } from './world';

export interface SpaceOptions {
  /** Number of demo posts, with its members; without it there are only the accounts. */
  posts?: number;
  /** With `manager`, `tsubasa`, `nozomi` and `leo` besides `admin` and `staff`. */
  large?: boolean;
}

/** A space with accounts of its own, in the installation that the journeys of a run share. */
export class Space {
  private constructor(
    readonly id: string,
    private readonly installation: Facts,
  ) {}

  static async enter(options: SpaceOptions = {}): Promise<Space> {
    const { id, ...installation } = await askForFixture<Facts & { id: string }>('space', options);
    return new Space(id, installation);
  }

  get url(): string {
    return this.installation.url;
  }

  /** The address in mails. */
  get publicUrl(): string {
    return this.installation.env['ENGAWA_PUBLIC_URL']!;
  }

  get mongoUri(): string {
    return this.installation.mongoUri;
  }

  /** Folder with the mails of all spaces. */
  get mails(): string {
    return this.installation.env['MAIL_DIR']!;
  }

  /** Address of an account, or of one that is to be made. */
  email(name: string): string {
    return `${name}@${this.id}.example`;
  }

  signIn(name: string): Promise<Api> {
    return Api.signIn(this.url, this.email(name));
  }

  /** An account of another space, in which journeys only read. */
  signInElsewhere(): Promise<Api> {
    return Api.signIn(this.url, 'admin@other.example');
  }
}
