import sharp from 'sharp';

/** Longest side of a thumbnail, in pixels. */
export const THUMBNAIL_SIDE = 640;
/** Pictures with more pixels than this are refused: a small file can unpack to gigabytes. */
export const PIXEL_LIMIT = 50_000_000;

/** A picture that cannot be read, or has too many pixels. */
export class UnreadableImageError extends Error {
  constructor(reason: string) {
    super(`The picture cannot be read: ${reason}`);
    this.name = 'UnreadableImageError';
  }
}

export interface Thumbnail {
  /** WebP, without the original's metadata (place, device). */
  content: Buffer;
  /** Pixels of the original, as it is to be looked at. */
  width: number;
  height: number;
}

/** Makes the thumbnail of a picture; of a moving one, of its first frame. */
export async function makeThumbnail(
  picture: Buffer,
  options: { side?: number; square?: boolean } = {},
): Promise<Thumbnail> {
  const side = options.side ?? THUMBNAIL_SIDE;
  try {
    const image = sharp(picture, { limitInputPixels: PIXEL_LIMIT, failOn: 'error', pages: 1 });
    const { autoOrient } = await image.metadata();
    const content = await image
      .autoOrient()
      .resize({
        width: side,
        height: side,
        fit: options.square ? 'cover' : 'inside',
        withoutEnlargement: true,
      })
      .webp({ quality: 78 })
      .toBuffer();
    return { content, width: autoOrient.width, height: autoOrient.height };
  } catch (error) {
    throw new UnreadableImageError((error as Error).message);
  }
}
