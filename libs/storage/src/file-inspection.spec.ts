import sharp, { type Sharp } from 'sharp';
import { DisguisedFileError, inspectFile } from './file-inspection';
import { makeThumbnail, PIXEL_LIMIT, UnreadableImageError } from './thumbnail';

const pixel = (format: 'png' | 'jpeg' | 'gif' | 'webp', width = 4, height = 2) =>
  sharp({ create: { width, height, channels: 3, background: '#274B7A' } })
    .toFormat(format)
    .toBuffer();
const text = (value: string) => Buffer.from(value);
/** MZ header of a Windows program. */
const program = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]);
/** Header of the container of old and of password-protected Office files. */
const compoundFile = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(500)]);
/** UTF-16 with its byte order mark. */
const wide = (value: string, order: 'LE' | 'BE') => {
  const content = Buffer.from(`\ufeff${value}`, 'utf16le');
  return order === 'LE' ? content : content.swap16();
};

describe('what a file is', () => {
  it.each([
    ['a.png', 'png', 'image/png'],
    ['a.JPG', 'jpeg', 'image/jpeg'],
    ['a.jpeg', 'jpeg', 'image/jpeg'],
    ['a.gif', 'gif', 'image/gif'],
    ['a.webp', 'webp', 'image/webp'],
    ['no extension', 'png', 'image/png'],
  ] as const)('knows the picture %s', async (name, format, fileType) => {
    expect(await inspectFile(await pixel(format), name)).toEqual({ fileType, image: true });
  });

  it.each([
    ['a.txt', text('縁側'), 'text/plain'],
    ['a.csv', text('名前,種別\r\n'), 'text/csv'],
    ['a.html', text('<script>alert(1)</script>'), 'text/html'],
    ['a.svg', text('<svg xmlns="http://www.w3.org/2000/svg"></svg>'), 'image/svg+xml'],
    [
      'a.svg',
      text('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
      'image/svg+xml',
    ],
    ['a.pdf', text('%PDF-1.7\n'), 'application/pdf'],
    ['notes', text('plain'), 'text/plain'],
    ['blob', Buffer.from([0, 1, 2, 3]), 'application/octet-stream'],
    ['empty.txt', Buffer.alloc(0), 'text/plain'],
    ['locked.docx', compoundFile, 'application/x-cfb'],
    ['locked.xlsx', compoundFile, 'application/x-cfb'],
    ['locked.pptx', compoundFile, 'application/x-cfb'],
    ['notepad.txt', wide('縁側のメモ\r\n𠮷野', 'LE'), 'text/plain'],
    ['excel.csv', wide('名前,種別\r\n', 'BE'), 'text/csv'],
    ['long.txt', wide('a𠮷'.repeat(30_000), 'LE'), 'text/plain'],
    ['wide.xml', wide('<?xml version="1.0"?><a/>', 'BE'), 'application/xml'],
    ['car.txt', text('BMWの車検\n'), 'text/plain'],
  ])('knows %s, which is no picture', async (name, content, fileType) => {
    expect(await inspectFile(content, name)).toEqual({ fileType, image: false });
  });

  it.each([
    ['a program as a picture', 'cat.png', program],
    ['a page as a picture', 'cat.jpg', text('<html></html>')],
    ['a program as text', 'readme.txt', program],
    ['a program as a document', 'plan.pdf', program],
    ['text as a workbook', 'figures.xlsx', text('1,2,3')],
    ['a program as a workbook', 'figures.xlsx', program],
    ['zero bytes behind a byte order mark as text', 'a.txt', wide('a\0b', 'LE')],
    ['half of a character in UTF-16 as text', 'a.csv', wide('a\ud842b', 'BE')],
    ['sound as text', 'a.txt', Buffer.from(`fffe90c4${'00'.repeat(400)}`, 'hex')],
  ])('refuses %s', async (_what, name, content) => {
    await expect(inspectFile(content, name)).rejects.toThrow(DisguisedFileError);
  });

  it('refuses a picture under the name of another kind', async () => {
    await expect(inspectFile(await pixel('png'), 'a.jpg')).rejects.toThrow(DisguisedFileError);
    await expect(inspectFile(await pixel('png'), 'a.txt')).rejects.toThrow(DisguisedFileError);
  });
});

describe('thumbnails', () => {
  it('fit the side, keep the proportions and know the size of the original', async () => {
    const { content, width, height } = await makeThumbnail(await pixel('jpeg', 2_000, 1_000));
    expect({ width, height }).toEqual({ width: 2_000, height: 1_000 });
    const made = await sharp(content).metadata();
    expect([made.format, made.width, made.height]).toEqual(['webp', 640, 320]);
  });

  it('turn as the camera was held, and carry no metadata', async () => {
    const turned = await sharp(await pixel('jpeg', 400, 200))
      .withMetadata({ orientation: 6, exif: { IFD0: { Copyright: 'somebody' } } })
      .toBuffer();
    const { content, width, height } = await makeThumbnail(turned);
    expect({ width, height }).toEqual({ width: 200, height: 400 });
    expect((await sharp(content).metadata()).exif).toBeUndefined();
  });

  it('refuse a broken picture', async () => {
    const broken = (await pixel('png', 300, 300)).subarray(0, 60);
    await expect(makeThumbnail(broken)).rejects.toThrow(UnreadableImageError);
  });

  const blank = (
    side: number,
    format: 'png' | 'jpeg',
    more: { channels?: 3 | 4; deep?: boolean } = {},
  ) => {
    const { channels = 3, deep = false } = more;
    const image = sharp({
      create: { width: side, height: side, channels, background: '#fff' },
      limitInputPixels: false,
    });
    return (deep ? image.toColourspace('rgb16') : image).toFormat(format).toBuffer();
  };

  it.each([
    ['a photo of 48 megapixels', 6_930, 'jpeg', {}],
    ['a drawing of 24 megapixels', 4_890, 'png', { channels: 4 }],
  ] as const)('take %s', async (_what, side, format, more) => {
    const { width } = await makeThumbnail(await blank(side, format, more));
    expect(width).toBe(side);
  });

  it.each([
    ['PNG', 7_000, 'png', {}],
    ['PNG of 16 bits', 4_890, 'png', { channels: 4, deep: true }],
  ] as const)('refuse a %s that is costly to decode, without decoding it', async (...one) => {
    const [_what, side, format, more] = one;
    const bomb = await blank(side, format, more);
    expect(bomb.length).toBeLessThan(1_000_000);
    const decode = jest.spyOn(sharp.prototype, 'toBuffer');
    await expect(makeThumbnail(bomb)).rejects.toThrow(UnreadableImageError);
    expect(decode).not.toHaveBeenCalled();
    decode.mockRestore();
  });

  it('are made two at a time', async () => {
    const photo = await blank(3_000, 'jpeg');
    const { toBuffer } = sharp.prototype;
    let running = 0;
    let most = 0;
    const decode = jest.spyOn(sharp.prototype, 'toBuffer');
    // The overloads of toBuffer() do not fit one function.
    decode.mockImplementation(async function (this: Sharp) {
      most = Math.max(most, ++running);
      try {
        return (await toBuffer.call(this)) as never;
      } finally {
        running--;
      }
    });
    await Promise.all(Array.from({ length: 8 }, () => makeThumbnail(photo)));
    expect(decode).toHaveBeenCalledTimes(8);
    decode.mockRestore();
    expect(most).toBe(2);
  });

  it('refuse a small file with too many pixels', async () => {
    const side = Math.ceil(Math.sqrt(PIXEL_LIMIT)) + 100;
    const bomb = await sharp({
      create: { width: side, height: side, channels: 3, background: '#fff' },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(1_000_000);
    await expect(makeThumbnail(bomb)).rejects.toThrow(UnreadableImageError);
  });
});
