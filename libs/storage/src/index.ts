export * from './file-store';
export * from './folder-store';
export * from './s3-store';
export * from './storage-path';
export * from './file-inspection';
export * from './thumbnail';
export * from './file-answer';
export { readUpload, readUploads, type OversizeFile, type UploadedFile } from './uploads';
export * from './storage.module';
