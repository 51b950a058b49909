import { Controller, Delete, Get, Param, Post, Req, Res, StreamableFile } from '@nestjs/common';
import { Can, CurrentStaff, Public } from '@engawa/auth';
import {
  member,
  MEMBER_PHOTO_MAX_BYTES,
  MEMBER_PHOTO_MAX_FILES,
  uploadMemberPhotosAnswer,
  type UploadMemberPhotosAnswer,
} from '@engawa/contracts';
import { Answer, Idempotent, Operation, Problems, UploadBody } from '@engawa/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readUploads } from '../upload/upload.reader';
import { PhotoNotAPicture } from './photo.errors';
import { PhotoService } from './photo.service';

const picture = { type: 'string', contentMediaType: 'image/*' };

@Controller()
export class PhotoController {
  constructor(private readonly photos: PhotoService) {}

  @Post('members/:id/photo')
  @Can('member.write')
  @Idempotent()
  @Operation('uploadMemberPhoto', { summary: "Give a member a photo: png or jpg, in part 'file'" })
  @UploadBody(picture)
  @Answer(200, member)
  @Problems(
    'members.member.not-found',
    'members.member.deleted',
    'members.photo.not-a-picture',
    'members.photo.too-large',
    'members.photo.unreadable',
  )
  async set(
    @CurrentStaff() staff: CurrentStaff,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
  ) {
    const limits = { maxBytes: MEMBER_PHOTO_MAX_BYTES, maxFiles: 1 };
    for await (const file of readUploads(request, limits)) {
      return this.photos.set(staff, id, file);
    }
    throw new PhotoNotAPicture();
  }

  @Delete('members/:id/photo')
  @Can('member.write')
  @Operation('deleteMemberPhoto', { summary: "Take a member's photo away" })
  @Answer(200, member)
  @Problems('members.member.not-found', 'members.member.deleted')
  remove(@CurrentStaff() staff: CurrentStaff, @Param('id') id: string) {
    return this.photos.remove(staff, id);
  }

  @Post('members/photos')
  @Can('member.import')
  @Idempotent()
  @Operation('uploadMemberPhotos', {
    summary: "Photos of many members, matched by the CSV's file name column",
  })
  @UploadBody({ type: 'array', items: picture })
  @Answer(200, uploadMemberPhotosAnswer)
  async setMany(@CurrentStaff() staff: CurrentStaff, @Req() request: FastifyRequest) {
    const items: UploadMemberPhotosAnswer['items'] = [];
    const limits = { maxBytes: MEMBER_PHOTO_MAX_BYTES, maxFiles: MEMBER_PHOTO_MAX_FILES };
    for await (const file of readUploads(request, limits)) {
      items.push(await this.photos.match(staff, file));
    }
    return { items };
  }

  /**
   * The picture itself. An `<img>` sends no token; its address has a random part that only those
   * of the space are told.
   */
  @Get('member-photos/:space/:memberId/:name')
  @Public()
  @Operation('readMemberPhoto', { summary: 'A photo or its thumbnail' })
  @Answer(200, null, { mediaType: 'image/*' })
  @Problems('members.photo.not-found')
  async read(
    @Param('space') space: string,
    @Param('memberId') memberId: string,
    @Param('name') name: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const file = await this.photos.open(space, memberId, name);
    void reply.header('content-type', file.contentType);
    void reply.header('content-length', file.size);
    void reply.header('cache-control', 'private, max-age=31536000, immutable');
    void reply.header('x-content-type-options', 'nosniff');
    return new StreamableFile(file.stream as never);
  }
}
