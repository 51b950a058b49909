import { Controller, Delete, Get, Param, Put, Req, Res } from '@nestjs/common';
import { Can, CurrentStaff, SignedIn } from '@engawa/auth';
import { staff } from '@engawa/contracts';
import { Answer, Operation, Problems, UploadBody } from '@engawa/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AccountOwner, type Caller } from '../caller/caller.rules';
import { PhotoPathDto } from './photo.dto';
import { readPhoto } from './photo-reader';
import { PhotoService } from './photo.service';

@Controller()
export class PhotoController {
  constructor(private readonly photos: PhotoService) {}

  @Put('profile/photo')
  @SignedIn()
  @Operation('uploadProfilePhoto', {
    summary: 'Upload your photo',
    description: 'Takes an image as the part `file` and replaces the photo of the caller.',
  })
  @UploadBody({ type: 'string', format: 'binary' })
  @Answer(200, staff)
  @Problems('identity.photo.unreadable', 'identity.photo.too-large')
  async set(@AccountOwner() caller: Caller, @Req() request: FastifyRequest) {
    return this.photos.set(caller, await readPhoto(request));
  }

  @Delete('profile/photo')
  @SignedIn()
  @Operation('deleteProfilePhoto', {
    summary: 'Delete your photo',
    description: 'Removes the photo of the caller and its thumbnail.',
  })
  @Answer(200, staff)
  remove(@AccountOwner() caller: Caller) {
    return this.photos.remove(caller);
  }

  @Get('staff-photos/:spaceId/:staffId/:file')
  @Can('staff.read')
  @Operation('getStaffPhoto', {
    summary: 'Read a staff photo',
    description:
      'Returns the photo or thumbnail whose address a staff member has as `photoUrl` or `thumbPhotoUrl`. The session cookie of the web app opens it as well.',
  })
  @Answer(200, null, { mediaType: 'image/webp' })
  @Problems('identity.photo.not-found')
  open(
    @CurrentStaff() staff: CurrentStaff,
    @Param() path: PhotoPathDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.photos.answer(staff, path, request, reply);
  }
}
