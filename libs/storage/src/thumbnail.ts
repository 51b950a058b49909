import sharp, { type Metadata } from 'sharp';
import { Slots } from '@engawa/service-kit';

/** Longest side of a thumbnail, in pixels. */
export const THUMBNAIL_SIDE = 640;
/** Pixels of a phone camera. Larger pictures are rejected: a small file can unpack to gigabytes. */
export const PIXEL_LIMIT = 50_000_000;
/**
 * Largest decoded size of pictures other than JPEG: 24 million pixels of four channels. A JPEG is
 * scaled while decoding; other formats are decoded and converted whole.
 */
const DECODED_LIMIT_BYTES = 96_000_000;
const DECODE_TIMEOUT_SECONDS = 10;

/** Concurrent decodings, each on one thread of libuv's pool. */
const decoding = new Slots(2);
sharp.concurrency(1);

/** A picture that cannot be read or has too many pixels. */
export class UnreadableImageError extends Error {
  constructor(reason: string) {
    super(`The picture cannot be read: ${reason}`);
    this.name = 'UnreadableImageError';
  }
}

export interface Thumbnail {
  /** WebP, without the original's metadata (place, device). */
  content: Buffer;
  /** Size of the original in pixels, after rotation. */
  width: number;
  height: number;
}

/**
 * Creates the thumbnail of a picture; of an animation, its first frame. Throws
 * `UnreadableImageError`.
 */
export async function makeThumbnail(
  picture: Buffer,
  options: { side?: number; square?: boolean } = {},
): Promise<Thumbnail> {
  const side = options.side ?? THUMBNAIL_SIDE;
  try {
    const image = sharp(picture, { limitInputPixels: PIXEL_LIMIT, failOn: 'error', pages: 1 });
    const metadata = await image.metadata();
    const { autoOrient } = metadata;
    if (metadata.format !== 'jpeg' && decodedBytes(metadata) > DECODED_LIMIT_BYTES) {
      throw new Error('it has too many pixels');
    }
    const encoding = image
      .timeout({ seconds: DECODE_TIMEOUT_SECONDS })
      .autoOrient()
      .resize({
        width: side,
        height: side,
        fit: options.square ? 'cover' : 'inside',
        withoutEnlargement: true,
      })
      .webp({ quality: 78 });
    const content = await decoding.run(() => encoding.toBuffer());
    return { content, width: autoOrient.width, height: autoOrient.height };
  } catch (error) {
    throw new UnreadableImageError((error as Error).message);
  }
}

function decodedBytes({ width, height, channels, depth }: Metadata): number {
  return width * height * channels * (depth === 'uchar' ? 1 : 2);
}
