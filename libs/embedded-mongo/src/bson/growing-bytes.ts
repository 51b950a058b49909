/** Bytes that are written from the start on; the buffer grows as needed and is used again. */
export class GrowingBytes {
  bytes: Buffer;
  at = 0;

  constructor(size: number) {
    this.bytes = Buffer.allocUnsafe(size);
  }

  reserve(count: number): void {
    if (this.at + count <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.at + count));
    this.bytes.copy(larger, 0, 0, this.at);
    this.bytes = larger;
  }

  protected raw(bytes: Uint8Array): void {
    this.reserve(bytes.length + 1);
    this.bytes.set(bytes, this.at);
    this.at += bytes.length;
  }

  protected byte(value: number): void {
    this.reserve(1);
    this.bytes[this.at++] = value;
  }
}
