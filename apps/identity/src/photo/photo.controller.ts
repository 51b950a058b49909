import { Controller, Delete, Get, Param, Put, Req, Res, StreamableFile } from '@nestjs/common';
import { Public, SignedIn } from '@engawa/auth';
import { staff } from '@engawa/contracts';
import { Answer, Operation, Problems, UploadBody } from '@engawa/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AccountOwner, type Caller } from '../caller/caller.rules';
import { PhotoPathDto } from './photo.dto';
import { PhotoUploadService } from './photo-upload.service';
import { PhotoService } from './photo.service';

@Controller()
export class PhotoController {
  constructor(
    private readonly photos: PhotoService,
    private readonly uploads: PhotoUploadService,
  ) {}

  @Put('profile/photo')
  @SignedIn()
  @Operation('uploadProfilePhoto', { summary: "One's own photo, as the part `file`" })
  @UploadBody({ type: 'string', format: 'binary' })
  @Answer(200, staff)
  @Problems('identity.photo.unreadable', 'identity.photo.too-large')
  async set(@AccountOwner() caller: Caller, @Req() request: FastifyRequest) {
    return this.photos.set(caller, await this.uploads.read(request));
  }

  @Delete('profile/photo')
  @SignedIn()
  @Operation('deleteProfilePhoto', { summary: "Take one's own photo away" })
  @Answer(200, staff)
  remove(@AccountOwner() caller: Caller) {
    return this.photos.remove(caller);
  }

  @Get('staff-photos/:spaceId/:staffId/:file')
  @Public()
  @Operation('getStaffPhoto', {
    summary: 'A photo by the address that a staff has as `photoUrl` or `thumbPhotoUrl`',
  })
  @Answer(200, z.string(), { mediaType: 'image/webp' })
  @Problems('identity.photo.not-found')
  async open(
    @Param() { spaceId, staffId, file }: PhotoPathDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { stream, size, contentType } = await this.photos.open(spaceId, staffId, file);
    void reply.header('cache-control', 'private, max-age=31536000, immutable');
    return new StreamableFile(stream, { type: contentType, length: size });
  }
}
