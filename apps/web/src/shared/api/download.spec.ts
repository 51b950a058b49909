import { networkPage, serve } from '../../../test/answers';
import { downloadFile, fileNameOf } from './download';

describe('fileNameOf', () => {
  it('prefers the name in UTF-8', () => {
    expect(
      fileNameOf(`attachment; filename="members.csv"; filename*=UTF-8''%E4%BC%9A%E5%93%A1.csv`),
    ).toBe('会員.csv');
  });

  it('falls back to the plain name, quoted or not', () => {
    expect(fileNameOf('attachment; filename="a b.csv"')).toBe('a b.csv');
    expect(fileNameOf('attachment; filename=a.csv; size=1')).toBe('a.csv');
    expect(fileNameOf(`attachment; filename="plain.csv"; filename*=UTF-8''%E4%BC`)).toBe(
      'plain.csv',
    );
  });

  it('knows no name where none is given', () => {
    expect(fileNameOf(null)).toBeNull();
    expect(fileNameOf('inline')).toBeNull();
  });
});

it('saves no page that answers for the server', async () => {
  serve(() => networkPage);
  await expect(downloadFile('/members/csv', 'members.csv')).rejects.toMatchObject({
    code: 'network',
  });
});
